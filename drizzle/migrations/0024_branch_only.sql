ALTER TABLE "steps" ADD COLUMN "branch_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Before, a step was a side step if a reaction of a Send Email step led to it, or the next action of such a side step. The links of
-- deleted steps did not count, except those after a reply. Running sequences go on as before.
WITH RECURSIVE side (id) AS (
  SELECT link.target FROM steps s, LATERAL (VALUES
    (s.not_opened_next, s.not_opened_step_id, false),
    (s.opened_no_reply_next, s.opened_no_reply_step_id, false),
    (s.replied_next, s.replied_step_id, true)) link (kind, target, after_reply)
  WHERE s.step_type = 'send_email' AND link.kind = 'step' AND link.target IS NOT NULL
    AND (s.archived_at IS NULL OR link.after_reply)
  UNION
  SELECT s.next_action_step_id FROM side JOIN steps s ON s.id = side.id
  WHERE s.step_type <> 'send_email' AND s.archived_at IS NULL
    AND s.next_action_type <> 'end' AND s.next_action_step_id IS NOT NULL
)
UPDATE steps SET branch_only = true WHERE id IN (SELECT id FROM side);
