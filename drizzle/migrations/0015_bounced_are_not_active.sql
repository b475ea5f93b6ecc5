-- A hard-bounced contact gets no email, so it does not count as active. The counters follow.
DROP INDEX "contacts_user_active_idx";--> statement-breakpoint
CREATE INDEX "contacts_user_active_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not suppressed and not unsubscribed and not hard_bounced;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
UPDATE contact_stats s SET active = s.active - c.bounced
FROM (SELECT user_id, count(*) AS bounced FROM contacts
      WHERE hard_bounced AND NOT suppressed AND NOT unsubscribed GROUP BY 1) c
WHERE c.user_id = s.user_id;--> statement-breakpoint
UPDATE contact_industries s SET active = s.active - c.bounced
FROM (SELECT user_id, industry, count(*) AS bounced FROM contacts
      WHERE hard_bounced AND NOT suppressed AND NOT unsubscribed AND industry IS NOT NULL GROUP BY 1, 2) c
WHERE c.user_id = s.user_id AND c.industry = s.industry;
