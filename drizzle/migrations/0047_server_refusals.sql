CREATE TABLE "mailbox_outages" (
	"mailbox_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"told" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mailbox_outages_mailbox_id_direction_pk" PRIMARY KEY("mailbox_id","direction"),
	CONSTRAINT "mailbox_outages_direction_check" CHECK ("mailbox_outages"."direction" in ('send', 'read')),
	CONSTRAINT "mailbox_outages_kind_check" CHECK ("mailbox_outages"."kind" in ('unreachable', 'tls', 'login'))
);
--> statement-breakpoint
ALTER TABLE "sequence_contacts" DROP CONSTRAINT "sequence_contacts_hold_check";--> statement-breakpoint
ALTER TABLE "sandbox"."faults" DROP CONSTRAINT "faults_kind_check";--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mailbox_outages" ADD CONSTRAINT "mailbox_outages_mailbox_id_mail_accounts_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_hold_check" CHECK ("sequence_contacts"."hold_reason" in ('not_activated', 'paused', 'paused_by_user', 'no_steps', 'no_mailbox', 'mailbox_not_connected', 'inbox_not_fresh', 'missing_variable', 'missing_template', 'uncertain_send', 'links_unreachable', 'sequence_full', 'replied_elsewhere', 'out_of_office', 'quota', 'retry', 'contact_pressure', 'in_other_sequence', 'company_replied', 'address_unreachable')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox"."faults" ADD CONSTRAINT "faults_kind_check" CHECK ("sandbox"."faults"."kind" in ('http429', 'http500', 'timeout', 'reset', 'invalidGrant', 'acceptThenDrop', 'hourlyLimit', 'policyLimit'));--> statement-breakpoint
DROP TRIGGER mail_accounts_updated ON mail_accounts;--> statement-breakpoint
CREATE TRIGGER mail_accounts_updated BEFORE UPDATE OF
  provider, email, display_name, status, status_detail, held_until, holds, held_detail, smtp_host, smtp_port, smtp_secure, imap_host,
  imap_port, imap_secure, username, daily_limit, send_interval_seconds, timezone, signature, postal_address
ON mail_accounts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();
