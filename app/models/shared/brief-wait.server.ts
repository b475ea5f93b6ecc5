import { sql } from 'drizzle-orm'

/**
 * Whether a row of decisions, named `d` in the query, says no more than that an inbox was read first, for less than two minutes.
 * Nearly every window and follow-up waits so, for seconds: where a way is told it would hide what matters.
 */
export const IS_BRIEF_WAIT = sql`(d.type = 'hold' and d.inputs ->> 'reason' = 'inbox_not_fresh' and exists (
  select from decisions n where n.sequence_contact_id = d.sequence_contact_id and n.id > d.id
    and n.at < d.at + interval '2 minutes' and n.inputs ->> 'reason' is distinct from 'inbox_not_fresh'))`
