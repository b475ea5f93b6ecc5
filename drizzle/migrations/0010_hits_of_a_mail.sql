-- Left over from when they had a foreign key: hits whose mail was deleted with its owner.
DELETE FROM "tracking_events" WHERE "email_send_id" IS NULL;--> statement-breakpoint
ALTER TABLE "tracking_events" ALTER COLUMN "email_send_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_events" DROP CONSTRAINT "tracking_events_pkey";--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_email_send_id_id_pk" PRIMARY KEY("email_send_id","id");--> statement-breakpoint
DROP INDEX "tracking_events_send_idx";
