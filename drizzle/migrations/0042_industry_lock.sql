CREATE OR REPLACE FUNCTION set_industries_by_list(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contacts WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contacts c SET industry = k.first
  FROM (SELECT m.id, m.user_id, (
          SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id
          WHERE pc.contact_id = m.id ORDER BY pc.added_at, pc.persona_id LIMIT 1) AS first
        FROM contacts m WHERE m.id = ANY(ids) AND organization_industry(m.organization) IS NULL OFFSET 0) k
  WHERE c.id = k.id AND c.industry IS DISTINCT FROM k.first AND EXISTS (SELECT FROM users u WHERE u.id = k.user_id);
END $$;--> statement-breakpoint
UPDATE contacts SET industry = contact_industry(id, organization) WHERE industry IS DISTINCT FROM contact_industry(id, organization);
