import { useActionData, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/meta'
import { RouteDialog } from '~/components/route-dialog'
import { StepForm as StepFields } from '~/components/sequences/step-form'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listPersonas } from '~/models/persona.server'
import { getSequence } from '~/models/sequence.server'
import { listSteps, updateStep } from '~/models/step.server'
import { StepForm } from '~/models/step-form'
import { getStepOf, listSideSteps } from '~/models/step-graph.server'
import { listTemplateNames } from '~/models/template.server'
import { paths } from '~/paths'
import { newStepFor } from './step-new-for'

export const meta = titled('Edit Step')

export const loader = page(async ({ db, userId, params }) => {
  const id = params.id!
  const [sequence, step] = await Promise.all([
    getSequence(db, userId, id),
    getStepOf(db, userId, id, params.stepId!),
  ])
  const [steps, side, templates, lists] = await Promise.all([
    listSteps(db, userId, id),
    listSideSteps(db, userId, id),
    listTemplateNames(db, userId),
    listPersonas(db, userId, { limit: 1000 }),
  ])
  const personas = lists.rows.map((list) => ({ id: list.id, name: list.name }))
  return { id, timezone: sequence.timezone, step, steps, side, templates, personas }
})

export const action = formAction(StepForm, async ({ step, toMake }, { app, db, userId, params }) => {
  const { id, stepId } = params as { id: string; stepId: string }
  await getStepOf(db, userId, id, stepId)
  await updateStep(db, userId, stepId, step, await app.clock.now())
  const to = toMake.length > 0 ? newStepFor(id, stepId, toMake) : paths.sequence(id)
  return redirectWithToast(app, to, { kind: 'success', title: 'Step updated successfully' })
})

/** The edit mode of a step. */
export default function EditStepDialog() {
  const { id, step, ...rest } = useLoaderData<typeof loader>()
  const closeTo = paths.sequence(id)
  return (
    <RouteDialog title={`Edit ${step.name}`} closeTo={closeTo} size="lg">
      <StepFields
        {...rest}
        step={step}
        answer={useActionData<typeof action>()}
        closeTo={closeTo}
        submit="Save"
        busy="Saving..."
      />
    </RouteDialog>
  )
}
