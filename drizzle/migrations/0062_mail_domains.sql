-- A new table, and a check of queue_jobs that reads its rows once: takes milliseconds.
CREATE TABLE "mail_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"takes_email" boolean,
	"looked_up_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queue_jobs" DROP CONSTRAINT "queue_jobs_type_check";--> statement-breakpoint
ALTER TABLE "queue_jobs" ADD CONSTRAINT "queue_jobs_type_check" CHECK ("queue_jobs"."type" in ('contact_import', 'lead_import', 'export', 'enrollment', 'import_undo', 'contact_change', 'contact_change_undo', 'contact_export', 'mail_server_check'));