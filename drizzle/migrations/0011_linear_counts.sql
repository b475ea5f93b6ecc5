-- What changed is counted as what is there now less what was there before, which takes no join. Each version of a row used to be
-- looked for among the others: a connection keeps the plan of its first call, and so compared all with all when that was
-- a call for a single row. The counts are the same.
CREATE OR REPLACE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
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
    FROM (SELECT user_id, sum(n * (NOT suppressed AND NOT unsubscribed)::int) AS active,
                 sum(n * (unsubscribed AND NOT suppressed)::int) AS unsubscribed, sum(n * suppressed::int) AS suppressed
          FROM (SELECT user_id, suppressed, unsubscribed, 1 AS n FROM new_rows
                UNION ALL SELECT user_id, suppressed, unsubscribed, -1 FROM old_rows) k
          GROUP BY user_id) d
    WHERE s.user_id = d.user_id AND (d.active, d.unsubscribed, d.suppressed) IS DISTINCT FROM (0, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contact_industries() RETURNS trigger LANGUAGE plpgsql AS $$
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
    FROM (SELECT user_id, industry, sum(n) AS total, sum(n * (NOT suppressed AND NOT unsubscribed)::int) AS active,
                 sum(n * (unsubscribed AND NOT suppressed)::int) AS unsubscribed, sum(n * suppressed::int) AS suppressed
          FROM (SELECT user_id, industry, suppressed, unsubscribed, 1 AS n FROM new_rows WHERE industry IS NOT NULL
                UNION ALL
                SELECT user_id, industry, suppressed, unsubscribed, -1 FROM old_rows WHERE industry IS NOT NULL) k
          GROUP BY 1, 2) d
    WHERE (total, active, unsubscribed, suppressed) IS DISTINCT FROM (0, 0, 0, 0)
    ORDER BY 1, 2
    ON CONFLICT (user_id, industry) DO UPDATE SET
      total = s.total + excluded.total, active = s.active + excluded.active,
      unsubscribed = s.unsubscribed + excluded.unsubscribed, suppressed = s.suppressed + excluded.suppressed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- This one has to know which versions belong together, for what is deleted leaves its logs without its id. It may only not compare all with all.
ALTER FUNCTION count_email_logs() SET enable_nestloop = off;
