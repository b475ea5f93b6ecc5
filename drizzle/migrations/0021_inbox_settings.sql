CREATE TABLE "inbox_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ai_labels" boolean DEFAULT false NOT NULL,
	"digest_at" timestamp (3) with time zone,
	"digest_day" text
);
--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_settings_digest_idx" ON "inbox_settings" USING btree ("digest_at") WHERE digest_at is not null;