CREATE TABLE "contact_holds" (
	"contact_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	"detail" text DEFAULT '' NOT NULL,
	"message_id" uuid,
	"email_send_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_holds_contact_id_reason_pk" PRIMARY KEY("contact_id","reason"),
	CONSTRAINT "contact_holds_reason_check" CHECK ("contact_holds"."reason" in ('opt_out_asked', 'unreachable', 'report_unproven', 'sender_unproven'))
);
--> statement-breakpoint
ALTER TABLE "sequence_contacts" DROP CONSTRAINT "sequence_contacts_hold_check";--> statement-breakpoint
ALTER TABLE "inbound_messages" DROP CONSTRAINT "inbound_messages_kind_check";--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "policy_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "claims" text;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_message_id_inbound_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inbound_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_holds" ADD CONSTRAINT "contact_holds_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_holds_user_idx" ON "contact_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_holds_message_idx" ON "contact_holds" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "contact_holds_send_idx" ON "contact_holds" USING btree ("email_send_id");--> statement-breakpoint
CREATE INDEX "email_sends_policy_idx" ON "email_sends" USING btree ("sender_account_id","policy_refused_at") WHERE policy_refused_at is not null;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_hold_check" CHECK ("sequence_contacts"."hold_reason" in ('not_activated', 'paused', 'paused_by_user', 'no_steps', 'no_mailbox', 'mailbox_not_connected', 'inbox_not_fresh', 'missing_variable', 'missing_template', 'uncertain_send', 'links_unreachable', 'sequence_full', 'replied_elsewhere', 'out_of_office', 'quota', 'retry', 'contact_pressure', 'in_other_sequence', 'company_replied', 'opt_out_asked', 'unreachable', 'report_unproven', 'sender_unproven'));--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_kind_check" CHECK ("inbound_messages"."kind" in ('bounce', 'complaint', 'auto_reply', 'reply', 'own', 'other', 'unproven'));