DROP INDEX "email_sends_due_idx";--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("shard","sender_account_id","scheduled_for","id") WHERE state = 'scheduled';