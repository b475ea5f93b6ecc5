DROP INDEX "notifications_user_idx";--> statement-breakpoint
DROP INDEX "contacts_user_created_idx";--> statement-breakpoint
DROP INDEX "contacts_user_industry_idx";--> statement-breakpoint
DROP INDEX "contacts_user_unsubscribed_idx";--> statement-breakpoint
DROP INDEX "contacts_user_suppressed_idx";--> statement-breakpoint
DROP INDEX "contacts_user_active_idx";--> statement-breakpoint
DROP INDEX "persona_contacts_list_idx";--> statement-breakpoint
DROP INDEX "personas_user_idx";--> statement-breakpoint
DROP INDEX "import_batches_user_idx";--> statement-breakpoint
DROP INDEX "decisions_enrollment_idx";--> statement-breakpoint
DROP INDEX "decisions_contact_idx";--> statement-breakpoint
DROP INDEX "email_logs_user_idx";--> statement-breakpoint
DROP INDEX "email_logs_status_idx";--> statement-breakpoint
DROP INDEX "email_logs_sequence_idx";--> statement-breakpoint
DROP INDEX "email_logs_contact_idx";--> statement-breakpoint
DROP INDEX "email_sends_message_idx";--> statement-breakpoint
DROP INDEX "email_sends_thread_idx";--> statement-breakpoint
DROP INDEX "email_sends_mailbox_idx";--> statement-breakpoint
DROP INDEX "sequences_user_idx";--> statement-breakpoint
DROP INDEX "templates_user_idx";--> statement-breakpoint
DROP INDEX "workflow_runs_workflow_idx";--> statement-breakpoint
DROP INDEX "workflows_user_idx";--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST) WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "contacts_user_created_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_user_industry_idx" ON "contacts" USING btree ("user_id","industry","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_user_unsubscribed_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE unsubscribed and not suppressed;--> statement-breakpoint
CREATE INDEX "contacts_user_suppressed_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE suppressed;--> statement-breakpoint
CREATE INDEX "contacts_user_active_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not suppressed and not unsubscribed;--> statement-breakpoint
CREATE INDEX "persona_contacts_list_idx" ON "persona_contacts" USING btree ("persona_id","added_at" DESC NULLS FIRST,"contact_id");--> statement-breakpoint
CREATE INDEX "personas_user_idx" ON "personas" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "import_batches_user_idx" ON "import_batches" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_enrollment_idx" ON "decisions" USING btree ("sequence_contact_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_contact_idx" ON "decisions" USING btree ("contact_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_logs_user_idx" ON "email_logs" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_logs_status_idx" ON "email_logs" USING btree ("user_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_logs_sequence_idx" ON "email_logs" USING btree ("user_id","sequence_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_logs_contact_idx" ON "email_logs" USING btree ("contact_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_sends_message_idx" ON "email_sends" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "email_sends_thread_idx" ON "email_sends" USING btree ("sender_account_id","provider_thread_id") WHERE provider_thread_id is not null;--> statement-breakpoint
CREATE INDEX "email_sends_mailbox_idx" ON "email_sends" USING btree ("sender_account_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sequences_user_idx" ON "sequences" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "templates_user_idx" ON "templates" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "workflow_runs_workflow_idx" ON "workflow_runs" USING btree ("workflow_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "workflows_user_idx" ON "workflows" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");