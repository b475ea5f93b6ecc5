ALTER TABLE "mail_accounts" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "holds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "held_detail" text;