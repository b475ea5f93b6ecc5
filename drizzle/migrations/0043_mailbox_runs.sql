CREATE TABLE "mailbox_runs" (
	"mailbox_id" uuid PRIMARY KEY NOT NULL,
	"worker" text NOT NULL,
	"requested" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
DROP INDEX "email_sends_due_idx";--> statement-breakpoint
ALTER TABLE "mailbox_runs" ADD CONSTRAINT "mailbox_runs_mailbox_id_mail_accounts_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("sender_account_id","scheduled_for","id") WHERE stage = 'open';