-- New columns without values, and one more key in each version of a sequence. The check reads the enrollments once: a second per million.
ALTER TABLE "mail_domains" ADD COLUMN "service" text;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD COLUMN "matched_provider" text;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "prefer_same_provider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD CONSTRAINT "mail_domains_service_check" CHECK ("mail_domains"."service" in ('google', 'microsoft', 'other'));--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_matched_check" CHECK ("sequence_contacts"."matched_provider" in ('google', 'microsoft', 'other'));--> statement-breakpoint
UPDATE "sequence_versions" SET "content" = jsonb_set("content", '{settings,preferSameProvider}', 'false')
WHERE NOT "content" -> 'settings' ? 'preferSameProvider';
