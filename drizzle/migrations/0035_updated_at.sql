ALTER TABLE "notifications" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "email_logs" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_updated_idx" ON "contacts" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "email_logs_updated_idx" ON "email_logs" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER contacts_updated BEFORE UPDATE OF
  email, name, first_name, last_name, title, organization_name, city, state, country, timezone, linkedin_url, headline,
  apollo_id, organization, custom, industry, suppressed, unsubscribed, hard_bounced, tags, not_opened_streak, metadata
ON contacts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();--> statement-breakpoint
CREATE TRIGGER conversations_updated BEFORE UPDATE OF
  contact_id, mail_account_id, sequence_id, subject, snippet, unread, state, label, snoozed_until, last_message_at
ON conversations FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();--> statement-breakpoint
CREATE TRIGGER mail_accounts_updated BEFORE UPDATE OF
  provider, email, display_name, status, status_detail, smtp_host, smtp_port, smtp_secure, imap_host, imap_port,
  imap_secure, username, daily_limit, send_interval_seconds, timezone, signature, postal_address
ON mail_accounts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();--> statement-breakpoint
CREATE TRIGGER email_logs_updated BEFORE UPDATE OF
  recipient_email, recipient_name, subject, sequence_name, status, sent_at, bounced_at, failed_at, detail
ON email_logs FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();--> statement-breakpoint
CREATE TRIGGER notifications_updated BEFORE UPDATE OF
  title, message, read, metadata
ON notifications FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();
