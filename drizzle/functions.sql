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
