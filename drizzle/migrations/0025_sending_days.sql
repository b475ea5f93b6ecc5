ALTER TABLE "contacts" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "send_days" integer[];--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "latest_send_time" text;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "holidays" text;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "holiday_dates" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "use_contact_timezone" boolean DEFAULT false NOT NULL;