ALTER TABLE "attachments" ADD COLUMN "content_id" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "recipients" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "quote" boolean;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "read_folders" text DEFAULT 'usual' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "folder_names" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_cursors" ADD COLUMN "folders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_cursors" ADD COLUMN "watched_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "cc" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "reply_to" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_read_folders_check" CHECK ("mail_accounts"."read_folders" in ('usual', 'all', 'named'));--> statement-breakpoint
-- The lists of mailboxes show these columns as well.
DROP TRIGGER mail_accounts_updated ON mail_accounts;--> statement-breakpoint
CREATE TRIGGER mail_accounts_updated BEFORE UPDATE OF
  provider, email, display_name, status, status_detail, smtp_host, smtp_port, smtp_secure, imap_host, imap_port,
  imap_secure, username, daily_limit, send_interval_seconds, timezone, signature, postal_address, read_folders, folder_names
ON mail_accounts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();
