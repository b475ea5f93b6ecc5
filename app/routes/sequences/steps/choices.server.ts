import { zoneWords } from '~/components/sequences/step-words'
import type { PageCall } from '~/http/page.server'
import { listPersonas } from '~/models/personas/persona.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { listSteps } from '~/models/sequences/step.server'
import { listTriggers } from '~/models/sequences/step-graph.server'
import { listTemplateNames } from '~/models/templates/template.server'

/** The choices in a step's form. */
export async function loadStepForm({ db, userId, params }: PageCall) {
  const id = params.id!
  const sequence = await getSequence(db, userId, id)
  const [steps, templates, lists, triggers] = await Promise.all([
    listSteps(db, userId, id),
    listTemplateNames(db, userId),
    listPersonas(db, userId, { limit: 1000 }),
    listTriggers(db, userId, id),
  ])
  const personas = lists.rows.map(({ id: listId, name }) => ({
    ...{ id: listId, name },
    triggers: triggers[listId] ?? [],
  }))
  return { sequence, timezone: zoneWords(sequence), steps, templates, personas }
}
