import { redirect } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { StepPanel } from '~/components/sequences/flow/step-panel'
import { useIsCanvas, useView } from '~/components/sequences/flow/use-view'
import { STEP_PARTS, stepValues } from '~/components/sequences/step-edits'
import { StepForm } from '~/components/sequences/step-form'
import { TYPE_LABELS } from '~/components/sequences/step-words'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { page } from '~/http/page.server'
import { reviewFirst } from '~/http/review.server'
import { packDraft, readDraft } from '~/models/sequences/step-draft'
import { StepFields } from '~/models/sequences/step-form'
import { getStepOf, saveStepForm } from '~/models/sequences/step-graph.server'
import { LOADED } from '~/models/shared/forms/edits'
import { lockSequence } from '~/models/shared/locks.server'
import { paths, withView } from '~/paths'
import { loadStepForm } from './choices.server'

export const meta = titled('Edit Step')

export const loader = page(async (call) => {
  const { db, userId, params, url } = call
  const id = params.id!
  const { sequence: _, ...choices } = await loadStepForm(call)
  const step = await getStepOf(db, userId, id, params.stepId!)
  const draft = readDraft(url.searchParams)
  const loaded = loadedEdit(STEP_PARTS, stepValues(step))
  return {
    ...choices,
    id,
    step,
    draft,
    // The values of a draft were loaded before.
    loaded: draft ? { ...loaded, loaded: draft.fields[LOADED] ?? '' } : loaded,
    chosen: url.searchParams.get('chosen'),
  }
})

export const action = formAction(
  StepFields,
  async (form, call, submitted) => {
    const { app, db, userId, params, url } = call
    const { id, stepId } = params as { id: string; stepId: string }
    await getStepOf(db, userId, id, stepId)
    if (form.toMake) {
      const loaded = submitted.form.get(LOADED)
      const draft = packDraft([...new URLSearchParams(form.draft), ['at', stepId], [LOADED, loaded]])
      return redirect(paths.newStepBeside(id, draft))
    }
    const review = await reviewFirst(call, submitted, async (tx, now) =>
      saveStepForm(tx, userId, id, stepId, await submitted.merged(tx), now),
    )
    if (review) return review
    return redirectWithToast(app, withView(paths.step(id, stepId), url.searchParams.get('view')), {
      kind: 'success',
      title: 'Step updated successfully',
      text: submitted.kept(),
    })
  },
  {
    edits: {
      parts: STEP_PARTS,
      read: async (db, { userId, params }) =>
        stepValues(await getStepOf(db, userId, params.id!, params.stepId!)),
      lock: (tx, { userId, params }) => lockSequence(tx, userId, params.id!),
    },
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update step')

/** The edit mode of a step: its card shows this form, on the canvas the panel beside it. */
export default function EditStep() {
  const { id, step, ...rest } = useLoaderData<typeof loader>()
  const { view, inView } = useView()
  const isCanvas = useIsCanvas()
  const closeTo = inView(paths.step(id, step.id))
  const form = (
    <StepForm
      key={step.id}
      {...rest}
      id={id}
      step={step}
      at={paths.editStep(id, step.id)}
      outer={null}
      hidden={view ? { view } : {}}
      response={useActionData<typeof action>()}
      closeTo={closeTo}
      inPlace={!isCanvas}
      submit="Save"
      busy="Saving..."
      failure="Failed to update step"
    />
  )
  return (
    <>
      {isCanvas ? (
        <StepPanel key={step.id} title={step.name} description={TYPE_LABELS[step.stepType]} closeTo={closeTo}>
          {form}
        </StepPanel>
      ) : (
        form
      )}
      <Outlet />
    </>
  )
}
