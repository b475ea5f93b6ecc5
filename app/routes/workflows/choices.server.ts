import type { PageCall } from '~/http/page.server'
import { getLeadKeyState } from '~/models/leads/key.server'
import { industryLabels } from '~/models/leads/search.server'
import { listPersonas } from '~/models/personas/persona.server'
import type { WorkflowDraft } from '~/models/workflows/draft'

/** How many email lists a form shows, newest first. */
const MOST = 1000

/** The choices in a workflow's forms. */
export async function loadChoices(
  { db, userId }: Pick<PageCall, 'db' | 'userId'>,
  criteria: WorkflowDraft['criteria'] | undefined,
) {
  const [{ rows }, key] = await Promise.all([
    listPersonas(db, userId, { limit: MOST }),
    getLeadKeyState(db, userId),
  ])
  return {
    hasKey: key.usable,
    lists: rows.map(({ id, name, industry, jobTitle, location }) => ({
      id,
      name,
      industry,
      jobTitle,
      location,
    })),
    industryLabels: industryLabels(criteria?.industries ?? []),
  }
}
