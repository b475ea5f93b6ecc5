CREATE TABLE "contact_holds" (
	"contact_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"message_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_holds_contact_id_reason_pk" PRIMARY KEY("contact_id","reason"),
	CONSTRAINT "contact_holds_reason_check" CHECK ("contact_holds"."reason" in ('report_unproven', 'sender_unproven'))
);--> statement-breakpoint
CREATE TABLE "automatic_texts" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automatic_texts_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);--> statement-breakpoint
CREATE TABLE "related_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"mail_account_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"received" jsonb,
	"received_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "sender_kinds" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sender_kinds_user_id_address_pk" PRIMARY KEY("user_id","address"),
	CONSTRAINT "sender_kinds_kind_check" CHECK ("sender_kinds"."kind" in ('reply', 'auto_reply'))
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "message_effects" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"sequence_contact_id" uuid NOT NULL,
	"type" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "sequence_contacts" DROP CONSTRAINT "sequence_contacts_hold_check";--> statement-breakpoint
ALTER TABLE "sequence_contacts" DROP CONSTRAINT "sequence_contacts_end_check";--> statement-breakpoint
ALTER TABLE "sandbox"."faults" DROP CONSTRAINT "faults_kind_check";--> statement-breakpoint
ALTER TABLE "inbound_messages" DROP CONSTRAINT "inbound_messages_kind_check";--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "content_id" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "recipients" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "quote" boolean;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "read_folders" text DEFAULT 'usual' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "folder_names" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_cursors" ADD COLUMN "folders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_cursors" ADD COLUMN "watched_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "policy_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "claims" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "kind_by" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "opt_out" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "signs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "cc" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "reply_to" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_message_id_inbound_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inbound_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_texts" ADD CONSTRAINT "automatic_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_messages" ADD CONSTRAINT "related_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_messages" ADD CONSTRAINT "related_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_messages" ADD CONSTRAINT "related_messages_mail_account_id_mail_accounts_id_fk" FOREIGN KEY ("mail_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_kinds" ADD CONSTRAINT "sender_kinds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_outages" ADD CONSTRAINT "mailbox_outages_mailbox_id_mail_accounts_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_effects" ADD CONSTRAINT "message_effects_message_id_inbound_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inbound_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_effects" ADD CONSTRAINT "message_effects_sequence_contact_id_sequence_contacts_id_fk" FOREIGN KEY ("sequence_contact_id") REFERENCES "public"."sequence_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_holds_user_idx" ON "contact_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_holds_message_idx" ON "contact_holds" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "automatic_texts_seen_idx" ON "automatic_texts" USING btree ("user_id","seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "related_messages_once_key" ON "related_messages" USING btree ("mail_account_id","provider_id");--> statement-breakpoint
CREATE INDEX "related_messages_conversation_idx" ON "related_messages" USING btree ("conversation_id","received_at","id");--> statement-breakpoint
CREATE INDEX "related_messages_user_idx" ON "related_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_effects_message_idx" ON "message_effects" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "message_effects_enrollment_idx" ON "message_effects" USING btree ("sequence_contact_id");--> statement-breakpoint
CREATE INDEX "email_sends_policy_idx" ON "email_sends" USING btree ("sender_account_id","policy_refused_at") WHERE policy_refused_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_asked_idx" ON "inbound_messages" USING btree ("contact_id") WHERE opt_out = 'asked';--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_hold_check" CHECK ("sequence_contacts"."hold_reason" in ('not_activated', 'paused', 'paused_by_user', 'no_steps', 'no_mailbox', 'mailbox_not_connected', 'inbox_not_fresh', 'missing_variable', 'missing_template', 'uncertain_send', 'links_unreachable', 'sequence_full', 'replied_elsewhere', 'out_of_office', 'quota', 'retry', 'contact_pressure', 'in_other_sequence', 'company_replied', 'address_unreachable', 'report_unproven', 'sender_unproven', 'opt_out_asked', 'calendar')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_end_check" CHECK ("sequence_contacts"."end_reason" in ('finished', 'replied', 'loop_limit', 'not_open_limit', 'unsubscribed', 'suppressed', 'hard_bounce', 'complaint', 'domain_suppressed', 'send_failed', 'replied_elsewhere', 'company_replied', 'contact_left', 'stopped_by_user', 'contact_deleted', 'sequence_deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_read_folders_check" CHECK ("mail_accounts"."read_folders" in ('usual', 'all', 'named'));--> statement-breakpoint
ALTER TABLE "sandbox"."faults" ADD CONSTRAINT "faults_kind_check" CHECK ("sandbox"."faults"."kind" in ('http429', 'http500', 'timeout', 'reset', 'invalidGrant', 'acceptThenDrop', 'hourlyLimit', 'policyLimit')) NOT VALID;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_kind_by_check" CHECK ("inbound_messages"."kind_by" in ('user', 'sender', 'evidence'));--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_opt_out_check" CHECK ("inbound_messages"."opt_out" in ('asked', 'unsubscribed', 'kept'));--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_kind_check" CHECK ("inbound_messages"."kind" in ('bounce', 'complaint', 'auto_reply', 'reply', 'own', 'other', 'calendar', 'reaction', 'unproven')) NOT VALID;--> statement-breakpoint
-- What the lists of mailboxes show.
DROP TRIGGER mail_accounts_updated ON mail_accounts;--> statement-breakpoint
CREATE TRIGGER mail_accounts_updated BEFORE UPDATE OF
  provider, email, display_name, status, status_detail, held_until, holds, held_detail, smtp_host, smtp_port, smtp_secure, imap_host,
  imap_port, imap_secure, username, daily_limit, send_interval_seconds, timezone, signature, postal_address, read_folders, folder_names
ON mail_accounts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();
