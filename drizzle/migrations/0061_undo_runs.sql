-- A new column without a rewrite, a check of import_batches, which is small, and its index: takes milliseconds.
ALTER TABLE "import_batches" ADD COLUMN "workflow_run_id" uuid;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_workflow_run_id_workflow_runs_id_fk" FOREIGN KEY ("workflow_run_id") REFERENCES "public"."workflow_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_batches_run_key" ON "import_batches" USING btree ("workflow_run_id");