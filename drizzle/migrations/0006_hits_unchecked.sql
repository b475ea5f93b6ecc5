ALTER TABLE "tracking_events" DROP CONSTRAINT "tracking_events_email_send_id_email_sends_id_fk";
--> statement-breakpoint
ALTER TABLE "tracking_events" DROP CONSTRAINT "tracking_events_contact_id_contacts_id_fk";
--> statement-breakpoint
DROP INDEX "tracking_events_contact_idx";--> statement-breakpoint
DROP INDEX "tracking_events_send_idx";--> statement-breakpoint
CREATE INDEX "tracking_events_send_idx" ON "tracking_events" USING btree ("email_send_id");