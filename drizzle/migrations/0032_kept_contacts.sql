ALTER TABLE "sequence_contacts" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "kept_plan_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_versions" ADD COLUMN "deleted_steps" jsonb;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_version_id_sequence_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."sequence_versions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sequence_contacts_version_idx" ON "sequence_contacts" USING btree ("version_id") WHERE version_id is not null;