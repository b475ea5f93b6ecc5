import { zoneWords } from '~/components/sequences/step-words'
import type { PageCall } from '~/http/page.server'
import { isId } from '~/http/validate'
import { listPersonas } from '~/models/personas/persona.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { listSteps } from '~/models/sequences/step.server'
import { listTriggers } from '~/models/sequences/step-graph.server'
import { TEMPLATE_FIELDS } from '~/models/sequences/variants/fields'
import { listTemplateNames } from '~/models/templates/template.server'

/** The choices in a step's form. */
export async function loadStepForm({ db, userId, params, url }: PageCall) {
  const id = params.id!
  const sequence = await getSequence(db, userId, id)
  const steps = await listSteps(db, userId, id)
  const used = steps.find((step) => step.id === params.stepId)?.variants ?? []
  const chosen = TEMPLATE_FIELDS.map((name) => url.searchParams.get(name))
  const [templates, lists, triggers] = await Promise.all([
    listTemplateNames(
      db,
      userId,
      [...used.map(({ templateId }) => templateId), ...chosen].flatMap((id) => (id && isId(id) ? [id] : [])),
    ),
    listPersonas(db, userId, { limit: 1000 }),
    listTriggers(db, userId, id),
  ])
  const personas = lists.rows.map(({ id: listId, name }) => ({
    ...{ id: listId, name },
    triggers: triggers[listId] ?? [],
  }))
  return { sequence, timezone: zoneWords(sequence), steps, templates, personas }
}
