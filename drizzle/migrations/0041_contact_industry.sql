CREATE OR REPLACE FUNCTION organization_industry(organization jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(organization -> 'industry') = 'string'
    THEN nullif(left(btrim(organization ->> 'industry', E' \t\n\r'), 200), '') END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION contact_industry(contact uuid, organization jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(organization_industry(organization), (
    SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id
    WHERE pc.contact_id = contact ORDER BY pc.added_at, pc.persona_id LIMIT 1))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_contact_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.industry := contact_industry(NEW.id, NEW.organization);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_industries_by_list(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contacts WHERE id = ANY(ids) AND organization_industry(organization) IS NULL ORDER BY id FOR NO KEY UPDATE;
  UPDATE contacts c SET industry = k.first
  FROM (SELECT m.id, m.user_id, (
          SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id
          WHERE pc.contact_id = m.id ORDER BY pc.added_at, pc.persona_id LIMIT 1) AS first
        FROM contacts m WHERE m.id = ANY(ids) AND organization_industry(m.organization) IS NULL OFFSET 0) k
  WHERE c.id = k.id AND c.industry IS DISTINCT FROM k.first AND EXISTS (SELECT FROM users u WHERE u.id = k.user_id);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_member_industries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM new_rows));
  ELSE PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM old_rows)); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_list_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM persona_contacts WHERE persona_id = NEW.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contacts_industry_organization BEFORE UPDATE OF organization ON contacts FOR EACH ROW WHEN (OLD.organization IS DISTINCT FROM NEW.organization) EXECUTE FUNCTION set_contact_industry();--> statement-breakpoint
CREATE TRIGGER persona_contacts_industry_insert AFTER INSERT ON persona_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_member_industries();--> statement-breakpoint
CREATE TRIGGER persona_contacts_industry_delete AFTER DELETE ON persona_contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION set_member_industries();--> statement-breakpoint
CREATE TRIGGER personas_industry AFTER UPDATE OF industry ON personas FOR EACH ROW WHEN (OLD.industry IS DISTINCT FROM NEW.industry) EXECUTE FUNCTION set_list_industry();--> statement-breakpoint
UPDATE contacts SET industry = contact_industry(id, organization) WHERE industry IS DISTINCT FROM contact_industry(id, organization);
