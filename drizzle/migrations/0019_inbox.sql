CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"email_send_id" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_labels" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"positive" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_labels_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"mail_account_id" uuid,
	"sequence_id" uuid,
	"sequence_contact_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"snippet" text DEFAULT '' NOT NULL,
	"unread" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"label" text,
	"label_source" text,
	"proposed_date" text,
	"proposed_email" text,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_state_check" CHECK ("conversations"."state" in ('open', 'done', 'snoozed')),
	CONSTRAINT "conversations_label_source_check" CHECK ("conversations"."label_source" in ('user', 'rules', 'ai'))
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"text" text,
	"html" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbound_messages" DROP CONSTRAINT "inbound_messages_kind_check";--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "is_manual" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "provider_thread_id" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "from_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "recipients" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_mail_account_id_mail_accounts_id_fk" FOREIGN KEY ("mail_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_sequence_contact_id_sequence_contacts_id_fk" FOREIGN KEY ("sequence_contact_id") REFERENCES "public"."sequence_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_conversation_idx" ON "attachments" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "attachments_send_idx" ON "attachments" USING btree ("email_send_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_labels_name_key" ON "conversation_labels" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_enrollment_key" ON "conversations" USING btree ("sequence_contact_id");--> statement-breakpoint
CREATE INDEX "conversations_state_idx" ON "conversations" USING btree ("user_id","state","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unread_idx" ON "conversations" USING btree ("user_id","last_message_at","id") WHERE unread;--> statement-breakpoint
CREATE INDEX "conversations_label_idx" ON "conversations" USING btree ("user_id","label","last_message_at","id") WHERE label is not null;--> statement-breakpoint
CREATE INDEX "conversations_mailbox_idx" ON "conversations" USING btree ("mail_account_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_sequence_idx" ON "conversations" USING btree ("sequence_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_sequence_label_idx" ON "conversations" USING btree ("sequence_id","label") WHERE label is not null;--> statement-breakpoint
CREATE INDEX "conversations_contact_idx" ON "conversations" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "conversations_snoozed_idx" ON "conversations" USING btree ("snoozed_until") WHERE state = 'snoozed';--> statement-breakpoint
CREATE INDEX "conversations_search_idx" ON "conversations" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_name_key" ON "saved_replies" USING btree ("user_id",lower("name"));--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "email_sends_conversation_idx" ON "email_sends" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_conversation_idx" ON "inbound_messages" USING btree ("conversation_id","received_at") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_id_idx" ON "inbound_messages" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_kind_check" CHECK ("inbound_messages"."kind" in ('bounce', 'complaint', 'auto_reply', 'reply', 'own', 'other')) NOT VALID;