-- New columns without a rewrite, a new table, functions and triggers: takes milliseconds.
CREATE TABLE "contact_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "personas" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "personas" ADD COLUMN "filter_fields" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "personas" ADD COLUMN "next_check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_changes_user_idx" ON "contact_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "personas_dynamic_idx" ON "personas" USING btree ("user_id") WHERE filter is not null;--> statement-breakpoint
CREATE INDEX "personas_check_idx" ON "personas" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION contact_industry(contact uuid, organization jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(organization_industry(organization), (
    SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id AND p.filter IS NULL
    WHERE pc.contact_id = contact ORDER BY pc.added_at, pc.persona_id LIMIT 1))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_industries_by_list(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contacts WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contacts c SET industry = k.first
  FROM (SELECT m.id, m.user_id, (
          SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id AND p.filter IS NULL
          WHERE pc.contact_id = m.id ORDER BY pc.added_at, pc.persona_id LIMIT 1) AS first
        FROM contacts m WHERE m.id = ANY(ids) AND organization_industry(m.organization) IS NULL OFFSET 0) k
  WHERE c.id = k.id AND c.industry IS DISTINCT FROM k.first AND EXISTS (SELECT FROM users u WHERE u.id = k.user_id);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_contact_change(owner uuid, contact uuid, changed text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_changes (user_id, contact_id) SELECT owner, contact
  WHERE EXISTS (SELECT FROM personas p WHERE p.user_id = owner AND p.filter IS NOT NULL
    AND (changed IS NULL OR p.filter_fields && changed))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM personas p WHERE p.user_id = NEW.user_id AND p.filter IS NOT NULL) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN PERFORM note_contact_change(NEW.user_id, NEW.id, NULL);
  ELSE
    PERFORM note_contact_change(NEW.user_id, NEW.id, ARRAY(
      SELECT n.key FROM jsonb_each(to_jsonb(NEW)) n WHERE n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key
      UNION ALL
      SELECT 'custom.' || k.key FROM (SELECT jsonb_object_keys(NEW.custom) UNION SELECT jsonb_object_keys(OLD.custom)) k (key)
      WHERE NEW.custom -> k.key IS DISTINCT FROM OLD.custom -> k.key));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contact_change(c.user_id, c.id, '{lists}') FROM contacts c
  WHERE c.id = CASE WHEN TG_OP = 'INSERT' THEN NEW.contact_id ELSE OLD.contact_id END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM note_contact_change(u.id, OLD.contact_id, '{sequences}') FROM users u WHERE u.id = OLD.user_id;
  ELSIF NEW.contact_id IS NOT NULL THEN PERFORM note_contact_change(NEW.user_id, NEW.contact_id, '{sequences}'); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM note_contact_change(u.id, OLD.contact_id, '{emails}') FROM users u WHERE u.id = OLD.user_id;
  ELSE PERFORM note_contact_change(NEW.user_id, NEW.contact_id, '{emails}'); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contacts_note_insert AFTER INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION note_contact();--> statement-breakpoint
CREATE TRIGGER contacts_note_update AFTER UPDATE ON contacts FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_contact();--> statement-breakpoint
CREATE TRIGGER persona_contacts_note AFTER INSERT OR DELETE ON persona_contacts FOR EACH ROW EXECUTE FUNCTION note_member();--> statement-breakpoint
CREATE TRIGGER sequence_contacts_note AFTER INSERT OR DELETE ON sequence_contacts FOR EACH ROW EXECUTE FUNCTION note_enrollment();--> statement-breakpoint
CREATE TRIGGER sequence_contacts_note_update AFTER UPDATE ON sequence_contacts FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.replied_at IS DISTINCT FROM NEW.replied_at) EXECUTE FUNCTION note_enrollment();--> statement-breakpoint
CREATE TRIGGER email_logs_note AFTER INSERT OR DELETE ON email_logs FOR EACH ROW EXECUTE FUNCTION note_email();--> statement-breakpoint
CREATE TRIGGER email_logs_note_update AFTER UPDATE ON email_logs FOR EACH ROW WHEN (OLD.sent_at IS DISTINCT FROM NEW.sent_at OR OLD.replied_at IS DISTINCT FROM NEW.replied_at OR OLD.bounced_at IS DISTINCT FROM NEW.bounced_at) EXECUTE FUNCTION note_email();--> statement-breakpoint
DROP TRIGGER personas_industry ON personas;--> statement-breakpoint
CREATE TRIGGER personas_industry AFTER UPDATE OF industry, filter ON personas FOR EACH ROW WHEN (OLD.industry IS DISTINCT FROM NEW.industry OR (OLD.filter IS NULL) <> (NEW.filter IS NULL)) EXECUTE FUNCTION set_list_industry();
