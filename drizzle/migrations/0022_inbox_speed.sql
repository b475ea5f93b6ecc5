DROP INDEX "conversations_unread_idx";--> statement-breakpoint
CREATE INDEX "conversations_user_idx" ON "conversations" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unread_idx" ON "conversations" USING btree ("user_id","last_message_at","id","label","mail_account_id","sequence_id","state") WHERE unread;