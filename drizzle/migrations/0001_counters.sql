-- Counters are kept by statement-level triggers: every path that writes an outcome keeps them, in its own
-- transaction, at a cost per statement and not per row. A recount must always agree (see the model tests).

CREATE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_stats AS s (user_id, total, active, unsubscribed, suppressed)
    SELECT user_id, count(*), count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed),
           count(*) FILTER (WHERE unsubscribed AND NOT suppressed), count(*) FILTER (WHERE suppressed)
    FROM new_rows GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE contact_stats s SET
      total = s.total - d.total, active = s.active - d.active,
      unsubscribed = s.unsubscribed - d.unsubscribed, suppressed = s.suppressed - d.suppressed
    FROM (SELECT user_id, count(*) AS total, count(*) FILTER (WHERE NOT suppressed AND NOT unsubscribed) AS active,
                 count(*) FILTER (WHERE unsubscribed AND NOT suppressed) AS unsubscribed,
                 count(*) FILTER (WHERE suppressed) AS suppressed
          FROM old_rows GROUP BY user_id) d
    WHERE s.user_id = d.user_id;
  ELSE
    UPDATE contact_stats s SET
      active = s.active + d.active, unsubscribed = s.unsubscribed + d.unsubscribed, suppressed = s.suppressed + d.suppressed
    FROM (SELECT n.user_id,
                 sum((NOT n.suppressed AND NOT n.unsubscribed)::int - (NOT o.suppressed AND NOT o.unsubscribed)::int) AS active,
                 sum((n.unsubscribed AND NOT n.suppressed)::int - (o.unsubscribed AND NOT o.suppressed)::int) AS unsubscribed,
                 sum(n.suppressed::int - o.suppressed::int) AS suppressed
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE (n.suppressed, n.unsubscribed) IS DISTINCT FROM (o.suppressed, o.unsubscribed)
          GROUP BY n.user_id) d
    WHERE s.user_id = d.user_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_count_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_count_update AFTER UPDATE ON contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_count_delete AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE FUNCTION count_persona_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER persona_contacts_count_insert AFTER INSERT ON persona_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_persona_contacts();
--> statement-breakpoint
CREATE TRIGGER persona_contacts_count_delete AFTER DELETE ON persona_contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_persona_contacts();
--> statement-breakpoint
CREATE FUNCTION count_email_logs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sequence_stats AS s (sequence_id, step_id, sent, opened, replied, bounced, failed)
    SELECT sequence_id, k.step, count(sent_at), count(opened_at), count(replied_at), count(bounced_at), count(failed_at)
    FROM new_rows CROSS JOIN LATERAL (VALUES (whole), (step_id)) k(step)
    WHERE sequence_id IS NOT NULL AND NOT is_test_email AND k.step IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (sequence_id, step_id) DO UPDATE SET
      sent = s.sent + excluded.sent, opened = s.opened + excluded.opened, replied = s.replied + excluded.replied,
      bounced = s.bounced + excluded.bounced, failed = s.failed + excluded.failed;
  ELSE
    UPDATE sequence_stats s SET
      sent = s.sent + d.sent, opened = s.opened + d.opened, replied = s.replied + d.replied,
      bounced = s.bounced + d.bounced, failed = s.failed + d.failed
    FROM (SELECT n.sequence_id, k.step,
                 sum((n.sent_at IS NOT NULL)::int - (o.sent_at IS NOT NULL)::int) AS sent,
                 sum((n.opened_at IS NOT NULL)::int - (o.opened_at IS NOT NULL)::int) AS opened,
                 sum((n.replied_at IS NOT NULL)::int - (o.replied_at IS NOT NULL)::int) AS replied,
                 sum((n.bounced_at IS NOT NULL)::int - (o.bounced_at IS NOT NULL)::int) AS bounced,
                 sum((n.failed_at IS NOT NULL)::int - (o.failed_at IS NOT NULL)::int) AS failed
          FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES (whole), (n.step_id)) k(step)
          WHERE n.sequence_id IS NOT NULL AND NOT n.is_test_email AND k.step IS NOT NULL
          GROUP BY 1, 2) d
    WHERE s.sequence_id = d.sequence_id AND s.step_id = d.step
      AND (d.sent, d.opened, d.replied, d.bounced, d.failed) IS DISTINCT FROM (0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER email_logs_count_insert AFTER INSERT ON email_logs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_email_logs();
--> statement-breakpoint
CREATE TRIGGER email_logs_count_update AFTER UPDATE ON email_logs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_email_logs();
--> statement-breakpoint
CREATE FUNCTION count_enrollments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sequence_stats AS s (sequence_id, step_id, pending, active)
    SELECT sequence_id, whole, count(*) FILTER (WHERE status = 'active' AND next_action = 'send'), count(*) FILTER (WHERE status = 'active')
    FROM new_rows GROUP BY 1 ORDER BY 1
    ON CONFLICT (sequence_id, step_id) DO UPDATE SET pending = s.pending + excluded.pending, active = s.active + excluded.active;
    UPDATE sequences q SET total_contacts = q.total_contacts + d.n
    FROM (SELECT sequence_id, count(*) AS n FROM new_rows WHERE hold_reason IS DISTINCT FROM 'sequence_full' GROUP BY 1) d
    WHERE q.id = d.sequence_id;
  ELSE
    UPDATE sequences q SET total_contacts = q.total_contacts + d.n
    FROM (SELECT n.sequence_id, sum((n.hold_reason IS DISTINCT FROM 'sequence_full')::int
                                  - (o.hold_reason IS DISTINCT FROM 'sequence_full')::int) AS n
          FROM new_rows n JOIN old_rows o USING (id) GROUP BY 1) d
    WHERE q.id = d.sequence_id AND d.n <> 0;
    UPDATE sequence_stats s SET pending = s.pending + d.pending, active = s.active + d.active
    FROM (SELECT n.sequence_id,
                 sum((n.status = 'active' AND n.next_action IS NOT DISTINCT FROM 'send')::int
                   - (o.status = 'active' AND o.next_action IS NOT DISTINCT FROM 'send')::int) AS pending,
                 sum((n.status = 'active')::int - (o.status = 'active')::int) AS active
          FROM new_rows n JOIN old_rows o USING (id) GROUP BY 1) d
    WHERE s.sequence_id = d.sequence_id AND s.step_id = whole AND (d.pending <> 0 OR d.active <> 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sequence_contacts_count_insert AFTER INSERT ON sequence_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_enrollments();
--> statement-breakpoint
CREATE TRIGGER sequence_contacts_count_update AFTER UPDATE ON sequence_contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_enrollments();
