-- Mails that are not sent are fewer: only they are written, the others are given their stage by the column's first default.
ALTER TABLE "email_sends" ADD COLUMN "stage" text DEFAULT 'sent' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_sends" ALTER COLUMN "stage" SET DEFAULT 'open';--> statement-breakpoint
UPDATE "email_sends" SET "stage" = CASE WHEN "state" IN ('scheduled', 'claimed', 'sending') THEN 'open' ELSE "state" END
WHERE "state" <> 'sent';--> statement-breakpoint
CREATE FUNCTION set_send_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage := CASE WHEN NEW.state IN ('scheduled', 'claimed', 'sending') THEN 'open' ELSE NEW.state END;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Asked by conditions, so that the changes that are made for each mail do not call the function.
CREATE TRIGGER email_sends_stage BEFORE INSERT OR UPDATE OF state, stage ON email_sends FOR EACH ROW
WHEN (NEW.stage IS DISTINCT FROM CASE WHEN NEW.state IN ('scheduled', 'claimed', 'sending') THEN 'open' ELSE NEW.state END)
EXECUTE FUNCTION set_send_stage();--> statement-breakpoint
-- Half of each page is left free for the new versions of its rows.
ALTER TABLE "email_sends" SET (fillfactor = 50);--> statement-breakpoint
DROP INDEX "email_sends_open_idx";--> statement-breakpoint
DROP INDEX "email_sends_due_idx";--> statement-breakpoint
DROP INDEX "email_sends_user_idx";--> statement-breakpoint
DROP INDEX "email_sends_mailbox_idx";--> statement-breakpoint
DROP INDEX "email_sends_contact_idx";--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("shard","sender_account_id","scheduled_for","id") WHERE stage = 'open';--> statement-breakpoint
CREATE INDEX "email_sends_user_idx" ON "email_sends" USING btree ("user_id","stage");--> statement-breakpoint
CREATE INDEX "email_sends_mailbox_idx" ON "email_sends" USING btree ("sender_account_id","scheduled_for" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_sends_contact_idx" ON "email_sends" USING btree ("contact_id");--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "accepted_at" timestamp (3) with time zone;
