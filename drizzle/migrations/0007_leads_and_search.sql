-- Trusted since PostgreSQL 13: the owner of the database may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "sending_control" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"database_identity" text NOT NULL,
	"held_since" timestamp (3) with time zone,
	"backup_at" timestamp (3) with time zone,
	"sent_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_industries" (
	"user_id" uuid NOT NULL,
	"industry" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"unsubscribed" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_industries_user_id_industry_pk" PRIMARY KEY("user_id","industry")
);
--> statement-breakpoint
ALTER TABLE "queue_jobs" DROP CONSTRAINT "queue_jobs_type_check";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD COLUMN "scheduled_for" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_industries" ADD CONSTRAINT "contact_industries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_search_idx" ON "contacts" USING gin ((email || ' ' || name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_runs_once_key" ON "workflow_runs" USING btree ("workflow_id","scheduled_for");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_runs_open_key" ON "workflow_runs" USING btree ("workflow_id") WHERE status in ('pending', 'running');--> statement-breakpoint
ALTER TABLE "queue_jobs" ADD CONSTRAINT "queue_jobs_type_check" CHECK ("queue_jobs"."type" in ('contact_import', 'lead_import', 'export', 'enrollment', 'import_undo'));--> statement-breakpoint
INSERT INTO contact_industries (user_id, industry, total, active, unsubscribed, suppressed)
SELECT user_id, industry, count(*), count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed),
       count(*) FILTER (WHERE unsubscribed AND NOT suppressed), count(*) FILTER (WHERE suppressed)
FROM contacts WHERE industry IS NOT NULL GROUP BY 1, 2;--> statement-breakpoint
-- What came (+1) and went (-1) of each industry, in one order for everybody.
CREATE FUNCTION count_contact_industries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, count(*), count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed),
           count(*) FILTER (WHERE unsubscribed AND NOT suppressed), count(*) FILTER (WHERE suppressed)
    FROM new_rows WHERE industry IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, -count(*), -count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed),
           -count(*) FILTER (WHERE unsubscribed AND NOT suppressed), -count(*) FILTER (WHERE suppressed)
    FROM old_rows WHERE industry IS NOT NULL AND EXISTS (SELECT FROM users u WHERE u.id = user_id)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSE
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, total, active, unsubscribed, suppressed
    FROM (SELECT k.user_id, k.industry, sum(k.n) AS total,
                 sum(k.n * (NOT k.suppressed AND NOT k.unsubscribed)::int) AS active,
                 sum(k.n * (k.unsubscribed AND NOT k.suppressed)::int) AS unsubscribed,
                 sum(k.n * k.suppressed::int) AS suppressed
          FROM new_rows n JOIN old_rows o USING (id)
          CROSS JOIN LATERAL (VALUES (n.user_id, n.industry, n.suppressed, n.unsubscribed, 1),
                                     (o.user_id, o.industry, o.suppressed, o.unsubscribed, -1))
            k(user_id, industry, suppressed, unsubscribed, n)
          WHERE (n.suppressed, n.unsubscribed, n.industry) IS DISTINCT FROM (o.suppressed, o.unsubscribed, o.industry)
            AND k.industry IS NOT NULL
          GROUP BY 1, 2) d
    WHERE (total, active, unsubscribed, suppressed) IS DISTINCT FROM (0, 0, 0, 0)
    ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contacts_industry_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_industries();--> statement-breakpoint
CREATE TRIGGER contacts_industry_update AFTER UPDATE ON contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_industries();--> statement-breakpoint
CREATE TRIGGER contacts_industry_delete AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_industries();--> statement-breakpoint
CREATE TABLE "workflow_leads" (
	"workflow_id" uuid NOT NULL,
	"lead_id" text NOT NULL,
	CONSTRAINT "workflow_leads_workflow_id_lead_id_pk" PRIMARY KEY("workflow_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "workflow_leads" ADD CONSTRAINT "workflow_leads_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "anchor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "search_page" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TABLE "sandbox"."lead_calls" (
	"key_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "lead_calls_key_hash_endpoint_pk" PRIMARY KEY("key_hash","endpoint")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."lead_reveals" (
	"key_hash" text NOT NULL,
	"person_id" text NOT NULL,
	CONSTRAINT "lead_reveals_key_hash_person_id_pk" PRIMARY KEY("key_hash","person_id")
);
--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "undo_job_id" uuid;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_undo_job_id_queue_jobs_id_fk" FOREIGN KEY ("undo_job_id") REFERENCES "public"."queue_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_batches_persona_idx" ON "import_batches" USING btree ("persona_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "suppressions_listed_idx" ON "suppressions" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE address is not null or domain is not null;--> statement-breakpoint
DROP INDEX "persona_contacts_list_idx";--> statement-breakpoint
CREATE INDEX "persona_contacts_list_idx" ON "persona_contacts" USING btree ("persona_id","added_at" DESC NULLS FIRST,"contact_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sequence_contacts_waiting_idx" ON "sequence_contacts" USING btree ("sequence_id","enrolled_at","id") WHERE status = 'active' and hold_reason is not null;
