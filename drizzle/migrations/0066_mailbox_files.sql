-- A new column without a value, a new table, and a check of queue_jobs that reads its rows once: takes milliseconds.
CREATE TABLE "mailbox_import_rows" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"job_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"email" text NOT NULL,
	"cells" text,
	"outcome" text,
	"message" text,
	CONSTRAINT "mailbox_import_rows_outcome_check" CHECK ("mailbox_import_rows"."outcome" in ('added', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "queue_jobs" DROP CONSTRAINT "queue_jobs_type_check";--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "organization" text;--> statement-breakpoint
ALTER TABLE "mailbox_import_rows" ADD CONSTRAINT "mailbox_import_rows_job_id_queue_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."queue_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_import_rows_line_key" ON "mailbox_import_rows" USING btree ("job_id","line");--> statement-breakpoint
ALTER TABLE "queue_jobs" ADD CONSTRAINT "queue_jobs_type_check" CHECK ("queue_jobs"."type" in ('contact_import', 'lead_import', 'export', 'enrollment', 'import_undo', 'contact_change', 'contact_change_undo', 'contact_export', 'mail_server_check', 'mailbox_import'));