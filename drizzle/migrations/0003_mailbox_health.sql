ALTER TABLE "mail_accounts" ADD COLUMN "health_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mailbox_days" ADD COLUMN "policy_refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "email_sends_mailbox_idx" ON "email_sends" USING btree ("sender_account_id","started_at" DESC NULLS LAST) WHERE started_at is not null;