-- Sets updated_at of contacts. Every column counts except those named here.
CREATE OR REPLACE FUNCTION set_contact_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before contacts := OLD;
BEGIN
  before.employment_history := NEW.employment_history;
  before.import_batch_id := NEW.import_batch_id;
  before.updated_at := NEW.updated_at;
  IF before IS DISTINCT FROM NEW THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Writes the events of contacts: created, a column changed that the API shows, or emails stopped. Every column counts except those named here.
CREATE OR REPLACE FUNCTION tell_contacts() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  unseen constant text[] := '{not_opened_streak, employment_history, import_batch_id, updated_at}';
BEGIN
  IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.id, jsonb_build_object('email', n.email)
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, 'contact.created', true),
      (2, 'contact.suppressed', suppressed OR unsubscribed OR hard_bounced)) k(place, type, happened)
    WHERE k.happened AND is_webhook_wanted(n.user_id, k.type) ORDER BY n.id, k.place;
  ELSE
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.id, jsonb_build_object('email', n.email)
    FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES
      (1, 'contact.updated', to_jsonb(n) - unseen IS DISTINCT FROM to_jsonb(o) - unseen),
      (2, 'contact.suppressed', n.suppressed AND NOT o.suppressed OR n.unsubscribed AND NOT o.unsubscribed
        OR n.hard_bounced AND NOT o.hard_bounced)) k(place, type, happened)
    WHERE k.happened AND is_webhook_wanted(n.user_id, k.type) ORDER BY n.id, k.place;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER contacts_updated BEFORE UPDATE ON contacts
FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_contact_updated_at();
