-- The keys of `contacts.custom` become text fields. Reads all contacts once: about 3 s for a million. Contacts with values that are not
-- texts are rewritten: about 30 s for a million of them, and nobody waits but who changes one of them.
CREATE TABLE "contact_fields" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"options" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_fields_type_check" CHECK ("contact_fields"."type" in ('text', 'number', 'date', 'boolean', 'url', 'choice'))
);
--> statement-breakpoint
ALTER TABLE "contact_fields" ADD CONSTRAINT "contact_fields_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_fields_key" ON "contact_fields" USING btree ("user_id","key");--> statement-breakpoint
INSERT INTO contact_fields (user_id, name, key, type)
  SELECT DISTINCT user_id, k, k, 'text' FROM contacts, jsonb_object_keys(custom) AS k WHERE custom <> '{}'::jsonb;--> statement-breakpoint
UPDATE contacts SET custom = (
    SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'string' THEN value ELSE to_jsonb(value #>> '{}') END)
    FROM jsonb_each(custom))
  WHERE jsonb_path_exists(custom, '$.* ? (@.type() != "string")');
