-- The columns need their tables for a moment. Building the index of email_sends blocks writes to that table: about 2 s for a million emails.
ALTER TABLE "sequence_contacts" ADD COLUMN "history_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "texts_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "text_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "text_removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "conversations_texts_idx" ON "conversations" USING btree ("last_message_at","id") WHERE state = 'done' and (texts_removed_at is null or texts_removed_at < last_message_at);--> statement-breakpoint
CREATE INDEX "email_sends_text_idx" ON "email_sends" USING btree ("sent_at","id") WHERE sent_at is not null and text_removed_at is null;--> statement-breakpoint
-- By default a table is vacuumed when a fifth of it is dead: 20 million rows of 100 million, and their space is not used again until then.
-- The thresholds are what the defaults are at 5,000 rows. These statements block no writes.
ALTER TABLE "email_sends" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "email_logs" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "tracking_events" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "decisions" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "inbound_messages" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
