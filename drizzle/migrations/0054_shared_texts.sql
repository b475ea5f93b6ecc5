-- New tables, a column of accounts whose index takes milliseconds, and a smaller index, which blocks writes to decisions while it is
-- built: less than 1 s for a million emails.
CREATE TABLE "email_texts" (
	"email_send_id" uuid PRIMARY KEY NOT NULL,
	"shared_text_id" uuid NOT NULL,
	"own_text" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "decisions_contact_idx";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmation_hash" text;--> statement-breakpoint
ALTER TABLE "email_texts" ADD CONSTRAINT "email_texts_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_texts" ADD CONSTRAINT "email_texts_shared_text_id_shared_texts_id_fk" FOREIGN KEY ("shared_text_id") REFERENCES "public"."shared_texts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_texts" ADD CONSTRAINT "shared_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_texts_shared_idx" ON "email_texts" USING btree ("shared_text_id");--> statement-breakpoint
CREATE INDEX "shared_texts_user_idx" ON "shared_texts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shared_texts_age_idx" ON "shared_texts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "decisions_contact_idx" ON "decisions" USING btree ("contact_id","id" DESC NULLS FIRST) WHERE contact_id is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_confirmation_hash_unique" UNIQUE("confirmation_hash");--> statement-breakpoint
-- As the other large tables (migration 0051).
ALTER TABLE "email_texts" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
