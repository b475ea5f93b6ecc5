-- There are half as many send tasks as before: the mailbox of what is planned has a new one.
UPDATE "email_sends" SET "shard" = "shard" % 8 WHERE state IN ('scheduled', 'claimed') AND "shard" >= 8;--> statement-breakpoint
DROP INDEX "email_sends_due_idx";--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("shard","sender_account_id","scheduled_for","id") WHERE state = 'scheduled';
