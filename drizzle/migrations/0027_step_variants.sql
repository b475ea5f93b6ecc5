CREATE TABLE "step_variants" (
	"step_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"template_id" uuid,
	"weight" smallint DEFAULT 1 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "step_variants_step_id_place_pk" PRIMARY KEY("step_id","place"),
	CONSTRAINT "step_variants_place_check" CHECK ("step_variants"."place" between 1 and 5),
	CONSTRAINT "step_variants_weight_check" CHECK ("step_variants"."weight" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "variant_stats" (
	"sequence_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"slot" smallint DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"replied" integer DEFAULT 0 NOT NULL,
	"bounced" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variant_stats_sequence_id_step_id_template_id_slot_pk" PRIMARY KEY("sequence_id","step_id","template_id","slot")
);
--> statement-breakpoint
ALTER TABLE "step_variants" ADD CONSTRAINT "step_variants_step_id_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."steps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_variants" ADD CONSTRAINT "step_variants_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_stats" ADD CONSTRAINT "variant_stats_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_variants_template_idx" ON "step_variants" USING btree ("template_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_variant_logs() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  own constant smallint := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO variant_stats AS s (sequence_id, step_id, template_id, slot, sent, opened, replied, bounced)
    SELECT sequence_id, step_id, template_id, own, count(sent_at), count(opened_at), count(replied_at), count(bounced_at)
    FROM new_rows
    WHERE sequence_id IS NOT NULL AND step_id IS NOT NULL AND template_id IS NOT NULL AND NOT is_test_email
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (sequence_id, step_id, template_id, slot) DO UPDATE SET
      sent = s.sent + excluded.sent, opened = s.opened + excluded.opened, replied = s.replied + excluded.replied,
      bounced = s.bounced + excluded.bounced;
  ELSE
    INSERT INTO variant_stats AS s (sequence_id, step_id, template_id, slot, sent, opened, replied, bounced)
    SELECT sequence_id, step_id, template_id, own, sent, opened, replied, bounced
    FROM (SELECT n.sequence_id, n.step_id, n.template_id,
                 sum((n.sent_at IS NOT NULL)::int - (o.sent_at IS NOT NULL)::int) AS sent,
                 sum((n.opened_at IS NOT NULL)::int - (o.opened_at IS NOT NULL)::int) AS opened,
                 sum((n.replied_at IS NOT NULL)::int - (o.replied_at IS NOT NULL)::int) AS replied,
                 sum((n.bounced_at IS NOT NULL)::int - (o.bounced_at IS NOT NULL)::int) AS bounced
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE n.sequence_id IS NOT NULL AND n.step_id IS NOT NULL AND n.template_id IS NOT NULL AND NOT n.is_test_email
          GROUP BY 1, 2, 3) d
    WHERE (sent, opened, replied, bounced) IS DISTINCT FROM (0, 0, 0, 0)
    ORDER BY 1, 2, 3
    ON CONFLICT (sequence_id, step_id, template_id, slot) DO UPDATE SET
      sent = s.sent + excluded.sent, opened = s.opened + excluded.opened, replied = s.replied + excluded.replied,
      bounced = s.bounced + excluded.bounced;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Creating the triggers keeps writers out until the commit, so that the count of the existing rows misses none.
CREATE TRIGGER email_logs_variants_insert AFTER INSERT ON email_logs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_variant_logs();--> statement-breakpoint
CREATE TRIGGER email_logs_variants_update AFTER UPDATE ON email_logs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_variant_logs();--> statement-breakpoint
INSERT INTO variant_stats (sequence_id, step_id, template_id, sent, opened, replied, bounced)
SELECT sequence_id, step_id, template_id, count(sent_at), count(opened_at), count(replied_at), count(bounced_at)
FROM email_logs
WHERE sequence_id IS NOT NULL AND step_id IS NOT NULL AND template_id IS NOT NULL AND NOT is_test_email
GROUP BY 1, 2, 3;
