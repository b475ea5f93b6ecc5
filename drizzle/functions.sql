-- Every function of the database in its current form. Migrations create them and are never edited. To change one, edit it here and
-- copy it into a new migration; tests/models/shared/migrate.test.ts compares the two.
--
-- Triggers maintain counters once per statement, in the transaction that writes the outcome (docs/decisions/0001).

-- UUIDv7 (RFC 9562, sections 5.7 and 6.2, method 3): milliseconds, their 4,096th parts, 62 random bits.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT (overlay(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 4096000)::bigint), 15, '0') PLACING '7' FROM 13 FOR 0)
    || substr(gen_random_uuid()::text, 20))::uuid
$$;

-- email_sends.stage follows state: 'open' until the send has an outcome. The trigger calls this only when they differ.
CREATE OR REPLACE FUNCTION set_send_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage := CASE WHEN NEW.state IN ('scheduled', 'claimed', 'sending') THEN 'open' ELSE NEW.state END;
  RETURN NEW;
END $$;

-- Maintains contact_stats: the contacts of a user, by status.
CREATE OR REPLACE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_stats AS s (user_id, total, active, unsubscribed, suppressed)
    SELECT user_id, count(*), count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed AND NOT hard_bounced),
           count(*) FILTER (WHERE unsubscribed AND NOT suppressed), count(*) FILTER (WHERE suppressed)
    FROM new_rows GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE contact_stats s SET
      total = s.total - d.total, active = s.active - d.active,
      unsubscribed = s.unsubscribed - d.unsubscribed, suppressed = s.suppressed - d.suppressed
    FROM (SELECT user_id, count(*) AS total, count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed AND NOT hard_bounced) AS active,
                 count(*) FILTER (WHERE unsubscribed AND NOT suppressed) AS unsubscribed,
                 count(*) FILTER (WHERE suppressed) AS suppressed
          FROM old_rows GROUP BY user_id) d
    WHERE s.user_id = d.user_id;
  ELSE
    UPDATE contact_stats s SET
      active = s.active + d.active, unsubscribed = s.unsubscribed + d.unsubscribed, suppressed = s.suppressed + d.suppressed
    FROM (SELECT user_id, sum(n * (NOT suppressed AND NOT unsubscribed AND NOT hard_bounced)::int) AS active,
                 sum(n * (unsubscribed AND NOT suppressed)::int) AS unsubscribed, sum(n * suppressed::int) AS suppressed
          FROM (SELECT user_id, suppressed, unsubscribed, hard_bounced, 1 AS n FROM new_rows
                UNION ALL SELECT user_id, suppressed, unsubscribed, hard_bounced, -1 FROM old_rows) k
          GROUP BY user_id) d
    WHERE s.user_id = d.user_id AND (d.active, d.unsubscribed, d.suppressed) IS DISTINCT FROM (0, 0, 0);
  END IF;
  RETURN NULL;
END $$;

-- Maintains contact_industries: the contacts of a user, by industry and status.
CREATE OR REPLACE FUNCTION count_contact_industries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, count(*), count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed AND NOT hard_bounced),
           count(*) FILTER (WHERE unsubscribed AND NOT suppressed), count(*) FILTER (WHERE suppressed)
    FROM new_rows WHERE industry IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, -count(*), -count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed AND NOT hard_bounced),
           -count(*) FILTER (WHERE unsubscribed AND NOT suppressed), -count(*) FILTER (WHERE suppressed)
    FROM old_rows WHERE industry IS NOT NULL AND EXISTS (SELECT FROM users u WHERE u.id = user_id)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSE
    INSERT INTO contact_industries AS s (user_id, industry, total, active, unsubscribed, suppressed)
    SELECT user_id, industry, total, active, unsubscribed, suppressed
    FROM (SELECT user_id, industry, sum(n) AS total, sum(n * (NOT suppressed AND NOT unsubscribed AND NOT hard_bounced)::int) AS active,
                 sum(n * (unsubscribed AND NOT suppressed)::int) AS unsubscribed, sum(n * suppressed::int) AS suppressed
          FROM (SELECT user_id, industry, suppressed, unsubscribed, hard_bounced, 1 AS n FROM new_rows WHERE industry IS NOT NULL
                UNION ALL
                SELECT user_id, industry, suppressed, unsubscribed, hard_bounced, -1 FROM old_rows WHERE industry IS NOT NULL) k
          GROUP BY 1, 2) d
    WHERE (total, active, unsubscribed, suppressed) IS DISTINCT FROM (0, 0, 0, 0)
    ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  END IF;
  RETURN NULL;
END $$;

-- The industry that a contact's organization names, without spaces around it; NULL if it names none.
CREATE OR REPLACE FUNCTION organization_industry(organization jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(organization -> 'industry') = 'string'
    THEN nullif(left(btrim(organization ->> 'industry', E' \t\n\r'), 200), '') END
$$;

-- contacts.industry: the organization's, else that of the first email list as it is now. Dynamic lists give none: a filter may ask for it.
CREATE OR REPLACE FUNCTION contact_industry(contact uuid, organization jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(organization_industry(organization), (
    SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id AND p.filter IS NULL
    WHERE pc.contact_id = contact ORDER BY pc.added_at, pc.persona_id LIMIT 1))
$$;

-- A contact whose organization changes. Its row is locked already, so its lists cannot change meanwhile.
CREATE OR REPLACE FUNCTION set_contact_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.industry := contact_industry(NEW.id, NEW.organization);
  RETURN NEW;
END $$;

-- Sets the industry of contacts that take it from a list. The lock comes first and in a statement of its own: whoever changes another list of
-- such a contact at the same time waits, and then sees this change. It includes contacts whose organization names an industry, because the
-- organization may be changing, too. Contacts of a user who is being deleted stay as they are.
CREATE OR REPLACE FUNCTION set_industries_by_list(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contacts WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contacts c SET industry = k.first
  FROM (SELECT m.id, m.user_id, (
          SELECT p.industry FROM persona_contacts pc JOIN personas p ON p.id = pc.persona_id AND p.filter IS NULL
          WHERE pc.contact_id = m.id ORDER BY pc.added_at, pc.persona_id LIMIT 1) AS first
        FROM contacts m WHERE m.id = ANY(ids) AND organization_industry(m.organization) IS NULL OFFSET 0) k
  WHERE c.id = k.id AND c.industry IS DISTINCT FROM k.first AND EXISTS (SELECT FROM users u WHERE u.id = k.user_id);
END $$;

-- Contacts that join or leave a list.
CREATE OR REPLACE FUNCTION set_member_industries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM new_rows));
  ELSE PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM old_rows)); END IF;
  RETURN NULL;
END $$;

-- The contacts of a list whose industry changes.
CREATE OR REPLACE FUNCTION set_list_industry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_industries_by_list(ARRAY(SELECT contact_id FROM persona_contacts WHERE persona_id = NEW.id));
  RETURN NULL;
END $$;

-- Maintains personas.contact_count.
CREATE OR REPLACE FUNCTION count_persona_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE personas p SET contact_count = p.contact_count + d.n
    FROM (SELECT persona_id, count(*) AS n FROM new_rows GROUP BY persona_id) d WHERE p.id = d.persona_id;
  ELSE
    UPDATE personas p SET contact_count = p.contact_count - d.n
    FROM (SELECT persona_id, count(*) AS n FROM old_rows GROUP BY persona_id) d WHERE p.id = d.persona_id;
  END IF;
  RETURN NULL;
END $$;

-- Maintains the outcomes in sequence_stats. A connection counts in its own slot: a slot may fall below zero, the sum never does.
CREATE OR REPLACE FUNCTION count_email_logs() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
  own constant smallint := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sequence_stats AS s (sequence_id, step_id, slot, sent, opened, replied, bounced, failed)
    SELECT sequence_id, k.step, own, count(sent_at), count(opened_at), count(replied_at), count(bounced_at), count(failed_at)
    FROM new_rows CROSS JOIN LATERAL (VALUES (whole), (step_id)) k(step)
    WHERE sequence_id IS NOT NULL AND NOT is_test_email AND k.step IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (sequence_id, step_id, slot) DO UPDATE SET
      sent = s.sent + excluded.sent, opened = s.opened + excluded.opened, replied = s.replied + excluded.replied,
      bounced = s.bounced + excluded.bounced, failed = s.failed + excluded.failed;
  ELSE
    INSERT INTO sequence_stats AS s (sequence_id, step_id, slot, sent, opened, replied, bounced, failed)
    SELECT sequence_id, step, own, sent, opened, replied, bounced, failed
    FROM (SELECT n.sequence_id, k.step,
                 sum((n.sent_at IS NOT NULL)::int - (o.sent_at IS NOT NULL)::int) AS sent,
                 sum((n.opened_at IS NOT NULL)::int - (o.opened_at IS NOT NULL)::int) AS opened,
                 sum((n.replied_at IS NOT NULL)::int - (o.replied_at IS NOT NULL)::int) AS replied,
                 sum((n.bounced_at IS NOT NULL)::int - (o.bounced_at IS NOT NULL)::int) AS bounced,
                 sum((n.failed_at IS NOT NULL)::int - (o.failed_at IS NOT NULL)::int) AS failed
          FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES (whole), (n.step_id)) k(step)
          WHERE n.sequence_id IS NOT NULL AND NOT n.is_test_email AND k.step IS NOT NULL
          GROUP BY 1, 2) d
    WHERE (sent, opened, replied, bounced, failed) IS DISTINCT FROM (0, 0, 0, 0, 0)
    ORDER BY 1, 2
    ON CONFLICT (sequence_id, step_id, slot) DO UPDATE SET
      sent = s.sent + excluded.sent, opened = s.opened + excluded.opened, replied = s.replied + excluded.replied,
      bounced = s.bounced + excluded.bounced, failed = s.failed + excluded.failed;
  END IF;
  RETURN NULL;
END $$;

-- Maintains variant_stats: the outcomes of each template of a step, also in slots.
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
END $$;

-- Maintains the active and pending enrollments in sequence_stats, also in slots.
CREATE OR REPLACE FUNCTION count_enrollments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
  own constant smallint := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sequence_stats AS s (sequence_id, step_id, slot, pending, active)
    SELECT sequence_id, whole, own, count(*) FILTER (WHERE status = 'active' AND next_action = 'send'), count(*) FILTER (WHERE status = 'active')
    FROM new_rows GROUP BY 1 ORDER BY 1
    ON CONFLICT (sequence_id, step_id, slot) DO UPDATE SET pending = s.pending + excluded.pending, active = s.active + excluded.active;
    UPDATE sequences q SET total_contacts = q.total_contacts + d.n
    FROM (SELECT sequence_id, count(*) AS n FROM new_rows WHERE hold_reason IS DISTINCT FROM 'sequence_full' GROUP BY 1) d
    WHERE q.id = d.sequence_id;
  ELSE
    UPDATE sequences q SET total_contacts = q.total_contacts + d.n
    FROM (SELECT sequence_id, sum(k.n) AS n
          FROM (SELECT sequence_id, 1 AS n FROM new_rows WHERE hold_reason IS DISTINCT FROM 'sequence_full'
                UNION ALL SELECT sequence_id, -1 FROM old_rows WHERE hold_reason IS DISTINCT FROM 'sequence_full') k
          GROUP BY 1) d
    WHERE q.id = d.sequence_id AND d.n <> 0;
    INSERT INTO sequence_stats AS s (sequence_id, step_id, slot, pending, active)
    SELECT sequence_id, whole, own, pending, active
    FROM (SELECT sequence_id, sum(n * (next_action IS NOT DISTINCT FROM 'send')::int) AS pending, sum(n) AS active
          FROM (SELECT sequence_id, next_action, 1 AS n FROM new_rows WHERE status = 'active'
                UNION ALL SELECT sequence_id, next_action, -1 FROM old_rows WHERE status = 'active') k
          GROUP BY 1) d
    WHERE pending <> 0 OR active <> 0
    ORDER BY 1
    ON CONFLICT (sequence_id, step_id, slot) DO UPDATE SET pending = s.pending + excluded.pending, active = s.active + excluded.active;
  END IF;
  RETURN NULL;
END $$;

-- Sets updated_at. The triggers fire only for columns that lists show.
CREATE OR REPLACE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

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
END $$;

-- Whether one of these users has an active webhook. The triggers of webhooks ask this first: most users have none.
CREATE OR REPLACE FUNCTION has_webhooks(users uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints WHERE active AND user_id = ANY (users))
$$;

-- Whether a user has an active webhook that wants events of a type.
CREATE OR REPLACE FUNCTION is_webhook_wanted(owner uuid, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints WHERE active AND user_id = owner AND events && ARRAY[event, '*'])
$$;

-- Adds a delivery of each new event for each webhook that wants it. The user's test of one webhook adds its own.
CREATE OR REPLACE FUNCTION add_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (user_id, endpoint_id, event_id, object_id, n)
  SELECT v.user_id, e.id, v.id, v.object_id, v.n
  FROM new_rows v JOIN webhook_endpoints e ON e.user_id = v.user_id AND e.active AND e.events && ARRAY[v.type, '*']
  WHERE v.type <> 'webhook.test' ORDER BY v.n;
  RETURN NULL;
END $$;

-- Writes the events of outcomes in the log: each is the first time that an email was sent, opened, replied to …
CREATE OR REPLACE FUNCTION tell_email_logs() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.email_send_id, jsonb_build_object('contactEmail', n.recipient_email, 'subject', n.subject)
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, 'email.sent', sent_at), (2, 'email.failed', failed_at), (3, 'email.opened', opened_at),
      (4, 'email.replied', replied_at), (5, 'email.bounced', bounced_at)) k(place, type, at)
    WHERE k.at IS NOT NULL AND NOT n.is_test_email AND n.email_send_id IS NOT NULL AND is_webhook_wanted(n.user_id, k.type)
    ORDER BY n.id, k.place;
  ELSE
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.email_send_id, jsonb_build_object('contactEmail', n.recipient_email, 'subject', n.subject)
    FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES (1, 'email.sent', o.sent_at, n.sent_at),
      (2, 'email.failed', o.failed_at, n.failed_at), (3, 'email.opened', o.opened_at, n.opened_at),
      (4, 'email.replied', o.replied_at, n.replied_at), (5, 'email.bounced', o.bounced_at, n.bounced_at)) k(place, type, before, at)
    WHERE k.before IS NULL AND k.at IS NOT NULL AND NOT n.is_test_email AND n.email_send_id IS NOT NULL
      AND is_webhook_wanted(n.user_id, k.type)
    ORDER BY n.id, k.place;
  END IF;
  RETURN NULL;
END $$;

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
END $$;

-- Whether webhooks are told of a hold for this reason: TOLD_HOLDS in app/models/webhooks/event-types.ts, which a test compares.
CREATE OR REPLACE FUNCTION is_told_hold(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason IN ('no_mailbox', 'mailbox_not_connected', 'missing_variable', 'missing_template', 'links_unreachable', 'replied_elsewhere',
    'out_of_office', 'company_replied', 'address_unreachable', 'report_unproven', 'sender_unproven', 'opt_out_asked', 'calendar')
$$;
-- Writes the start and the end of enrollments, and holds of their emails. Those that wait for a higher contact limit have not started. A
-- deleted sequence ends its enrollments; when the user is deleted, nobody is told.
CREATE OR REPLACE FUNCTION tell_enrollments() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.started', id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id)
    FROM new_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.started') ORDER BY id;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'email.held', id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'reason', hold_reason)
    FROM new_rows WHERE status = 'active' AND is_told_hold(hold_reason) AND is_webhook_wanted(user_id, 'email.held') ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, type, id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'endReason', end_reason)
    FROM (SELECT n.user_id, n.id, n.sequence_id, n.contact_id, n.end_reason, CASE
            WHEN n.status = 'active' AND n.hold_reason IS DISTINCT FROM 'sequence_full'
              AND (o.status <> 'active' OR o.hold_reason = 'sequence_full') THEN 'enrollment.started'
            WHEN n.status <> 'active' AND o.status = 'active' AND o.hold_reason IS DISTINCT FROM 'sequence_full' THEN 'enrollment.ended' END AS type
          FROM new_rows n JOIN old_rows o USING (id)) k
    WHERE type IS NOT NULL AND is_webhook_wanted(user_id, type) ORDER BY id;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, 'email.held', n.id,
      jsonb_build_object('sequenceId', n.sequence_id, 'contactId', n.contact_id, 'reason', n.hold_reason)
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.status = 'active' AND n.hold_reason IS DISTINCT FROM o.hold_reason AND is_told_hold(n.hold_reason)
      AND is_webhook_wanted(n.user_id, 'email.held') ORDER BY n.id;
  ELSE
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM old_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.ended', id,
      jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'endReason', 'sequence_deleted')
    FROM old_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.ended') AND EXISTS (SELECT FROM users u WHERE u.id = user_id) ORDER BY id;
  END IF;
  RETURN NULL;
END $$;

-- Writes an event about one row that its trigger's condition chose. Arguments: the type, then pairs of a fact and its column.
CREATE OR REPLACE FUNCTION tell_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb := '{}';
BEGIN
  IF NOT is_webhook_wanted(NEW.user_id, TG_ARGV[0]) THEN RETURN NULL; END IF;
  FOR i IN 1 .. TG_NARGS - 2 BY 2 LOOP
    facts := facts || jsonb_build_object(TG_ARGV[i], to_jsonb(NEW) -> TG_ARGV[i + 1]);
  END LOOP;
  INSERT INTO webhook_events (user_id, type, object_id, facts) VALUES (NEW.user_id, TG_ARGV[0], NEW.id, facts);
  RETURN NULL;
END $$;

-- Writes that an email was reported as spam, or that its link to unsubscribe was used.
CREATE OR REPLACE FUNCTION tell_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (user_id, type, object_id, facts)
  SELECT s.user_id, TG_ARGV[0], s.id, jsonb_build_object('contactEmail', s.recipient_email, 'subject', s.subject)
  FROM email_sends s WHERE s.id = NEW.email_send_id AND NOT s.is_test AND is_webhook_wanted(s.user_id, TG_ARGV[0]);
  RETURN NULL;
END $$;

-- Writes that a run of a workflow has ended.
CREATE OR REPLACE FUNCTION tell_workflow_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (user_id, type, object_id, facts)
  SELECT w.user_id, 'workflow.run_finished', NEW.id, jsonb_build_object('workflowId', w.id, 'status', NEW.status)
  FROM workflows w WHERE w.id = NEW.workflow_id AND is_webhook_wanted(w.user_id, 'workflow.run_finished');
  RETURN NULL;
END $$;

-- Notes a contact whose change may make it join or leave a dynamic list of its user. `changed` is what changed, as personas.filter_fields
-- names it; NULL for a new contact.
CREATE OR REPLACE FUNCTION note_contact_change(owner uuid, contact uuid, changed text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_changes (user_id, contact_id) SELECT owner, contact
  WHERE EXISTS (SELECT FROM personas p WHERE p.user_id = owner AND p.filter IS NOT NULL
    AND (changed IS NULL OR p.filter_fields && changed))
$$;

-- A contact that is new, or whose columns or own fields change.
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
END $$;

-- A contact that joins or leaves a list.
CREATE OR REPLACE FUNCTION note_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contact_change(c.user_id, c.id, '{lists}') FROM contacts c
  WHERE c.id = CASE WHEN TG_OP = 'INSERT' THEN NEW.contact_id ELSE OLD.contact_id END;
  RETURN NULL;
END $$;

-- A contact whose enrollment begins, changes or is deleted.
CREATE OR REPLACE FUNCTION note_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM note_contact_change(u.id, OLD.contact_id, '{sequences}') FROM users u WHERE u.id = OLD.user_id;
  ELSIF NEW.contact_id IS NOT NULL THEN PERFORM note_contact_change(NEW.user_id, NEW.contact_id, '{sequences}'); END IF;
  RETURN NULL;
END $$;

-- A contact that an email went to, or that replied, or whose email bounced.
CREATE OR REPLACE FUNCTION note_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM note_contact_change(u.id, OLD.contact_id, '{emails}') FROM users u WHERE u.id = OLD.user_id;
  ELSE PERFORM note_contact_change(NEW.user_id, NEW.contact_id, '{emails}'); END IF;
  RETURN NULL;
END $$;

-- How a text is searched: in small letters, without accents ("nguyen" for "Nguyễn", "strasse" for "Straße"), whether a letter and its accent
-- are one sign or two: normalize() would take seconds for a text of accents. Immutable, because an index uses it; a new version of the rules
-- of unaccent needs the index to be built again.
CREATE OR REPLACE FUNCTION searched_text(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, given));
END $$;

-- A pattern for LIKE that finds `wanted` anywhere in a searched text. Signs with a meaning in patterns are escaped.
CREATE OR REPLACE FUNCTION search_pattern(wanted text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN '%' || regexp_replace(public.searched_text(btrim(wanted)), '([\\%_])', '\\\1', 'g') || '%';
END $$;

-- What the search of contacts looks through: address, names, company, and the texts among the own fields.
CREATE OR REPLACE FUNCTION searched_contact(email text, name text, first_name text, last_name text, organization_name text, custom jsonb)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.searched_text(concat_ws(' ', email, name, first_name, last_name, organization_name,
    CASE WHEN custom <> '{}' THEN (SELECT string_agg(v.value #>> '{}', ' ') FROM jsonb_each(custom) v WHERE jsonb_typeof(v.value) = 'string') END));
END $$;
