DROP INDEX "email_sends_scheduled_idx";--> statement-breakpoint
DROP INDEX "email_sends_due_idx";--> statement-breakpoint
ALTER TABLE "email_sends" ADD COLUMN "shard" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE email_sends s SET shard = abs(hashtext(a.account_key)::bigint) % 16
FROM mail_accounts a WHERE a.id = s.sender_account_id AND s.state IN ('scheduled', 'claimed');--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("shard","scheduled_for","id") WHERE state = 'scheduled';--> statement-breakpoint
ALTER TABLE "sequence_stats" ADD COLUMN "slot" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_stats" DROP CONSTRAINT "sequence_stats_sequence_id_step_id_pk";--> statement-breakpoint
ALTER TABLE "sequence_stats" ADD CONSTRAINT "sequence_stats_sequence_id_step_id_slot_pk" PRIMARY KEY("sequence_id","step_id","slot");--> statement-breakpoint
-- The same counting as before, into the slot of the connection: a slot may go below zero, the sum never does.
CREATE OR REPLACE FUNCTION count_email_logs() RETURNS trigger LANGUAGE plpgsql AS $$
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
    FROM (SELECT n.sequence_id, sum((n.hold_reason IS DISTINCT FROM 'sequence_full')::int
                                  - (o.hold_reason IS DISTINCT FROM 'sequence_full')::int) AS n
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE (n.hold_reason IS DISTINCT FROM 'sequence_full') <> (o.hold_reason IS DISTINCT FROM 'sequence_full')
          GROUP BY 1) d
    WHERE q.id = d.sequence_id AND d.n <> 0;
    INSERT INTO sequence_stats AS s (sequence_id, step_id, slot, pending, active)
    SELECT sequence_id, whole, own, pending, active
    FROM (SELECT n.sequence_id,
                 sum((n.status = 'active' AND n.next_action IS NOT DISTINCT FROM 'send')::int
                   - (o.status = 'active' AND o.next_action IS NOT DISTINCT FROM 'send')::int) AS pending,
                 sum((n.status = 'active')::int - (o.status = 'active')::int) AS active
          FROM new_rows n JOIN old_rows o USING (id) GROUP BY 1) d
    WHERE pending <> 0 OR active <> 0
    ORDER BY 1
    ON CONFLICT (sequence_id, step_id, slot) DO UPDATE SET pending = s.pending + excluded.pending, active = s.active + excluded.active;
  END IF;
  RETURN NULL;
END $$;
