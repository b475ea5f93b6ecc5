-- The indexes block writes to their tables while they are built: about 2 s for a million rows.
ALTER TABLE "security_events" DROP CONSTRAINT "security_events_kind_check";--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "noticed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Nobody is emailed about what was there before.
UPDATE "security_events" SET "noticed_at" = now();--> statement-breakpoint
CREATE INDEX "sequence_contacts_deferred_idx" ON "sequence_contacts" USING btree ("hold_reason") WHERE status = 'active' and hold_reason in ('retry', 'quota', 'mailbox_not_connected', 'inbox_not_fresh', 'links_unreachable', 'uncertain_send');--> statement-breakpoint
CREATE INDEX "email_logs_failed_idx" ON "email_logs" USING btree ("failed_at") WHERE failed_at is not null;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" in ('key_created', 'key_revoked', 'key_refused', 'webhook_created', 'mailbox_connected', 'operator_created_account', 'operator_reset_password'));