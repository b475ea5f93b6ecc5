DROP INDEX "email_logs_report_idx";--> statement-breakpoint
DROP INDEX "sequence_contacts_contact_idx";--> statement-breakpoint
DROP INDEX "email_logs_sequence_idx";--> statement-breakpoint
DROP INDEX "sequence_contacts_contact_key";--> statement-breakpoint
CREATE INDEX "email_logs_sequence_idx" ON "email_logs" USING btree ("sequence_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_contacts_contact_key" ON "sequence_contacts" USING btree ("contact_id","sequence_id");