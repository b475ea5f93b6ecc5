-- A new table: takes milliseconds.
CREATE TABLE "contact_views" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb,
	"columns" text[] DEFAULT '{}'::text[] NOT NULL,
	"sort_by" text NOT NULL,
	"sort_order" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_views_order_check" CHECK ("contact_views"."sort_order" in ('asc', 'desc'))
);
--> statement-breakpoint
ALTER TABLE "contact_views" ADD CONSTRAINT "contact_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_views_name_key" ON "contact_views" USING btree ("user_id",lower("name"));