-- A new table, and a check of queue_jobs, which is small: takes milliseconds.
CREATE TABLE "contact_change_parts" (
	"job_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"contact_ids" uuid[] NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	"undo" jsonb,
	CONSTRAINT "contact_change_parts_job_id_index_pk" PRIMARY KEY("job_id","index")
);
--> statement-breakpoint
ALTER TABLE "queue_jobs" DROP CONSTRAINT "queue_jobs_type_check";--> statement-breakpoint
ALTER TABLE "contact_change_parts" ADD CONSTRAINT "contact_change_parts_job_id_queue_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."queue_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_jobs" ADD CONSTRAINT "queue_jobs_type_check" CHECK ("queue_jobs"."type" in ('contact_import', 'lead_import', 'export', 'enrollment', 'import_undo', 'contact_change', 'contact_change_undo', 'contact_export'));