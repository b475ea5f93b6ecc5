import { redirect } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { failing } from '~/components/forms/failing'
import { titled } from '~/components/page/meta'
import { StepForm } from '~/components/sequences/step-form'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { reviewFirst } from '~/http/review.server'
import { packDraft, readDraft } from '~/models/sequences/step-draft'
import { StepFields } from '~/models/sequences/step-form'
import { getStepOf, saveStepForm } from '~/models/sequences/step-graph.server'
import { paths } from '~/paths'
import { loadStepForm } from './step-choices.server'

export const meta = titled('Edit Step')

export const loader = page(async (call) => {
  const { db, userId, params, url } = call
  const id = params.id!
  const { sequence: _, ...choices } = await loadStepForm(call)
  return {
    ...choices,
    id,
    step: await getStepOf(db, userId, id, params.stepId!),
    draft: readDraft(url.searchParams),
    chosen: url.searchParams.get('chosen'),
  }
})

export const action = formAction(StepFields, async (form, call, submitted) => {
  const { app, db, userId, params } = call
  const { id, stepId } = params as { id: string; stepId: string }
  await getStepOf(db, userId, id, stepId)
  if (form.toMake) {
    const draft = packDraft([...new URLSearchParams(form.draft), ['at', stepId]])
    return redirect(paths.newStepBeside(id, draft))
  }
  const review = await reviewFirst(call, submitted, (tx, now) =>
    saveStepForm(tx, userId, id, stepId, form, now),
  )
  if (review) return review
  return redirectWithToast(app, paths.step(id, stepId), {
    kind: 'success',
    title: 'Step updated successfully',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to update step')

/** The edit mode of a step: its card shows this form. */
export default function EditStep() {
  const { id, step, ...rest } = useLoaderData<typeof loader>()
  return (
    <>
      <StepForm
        {...rest}
        id={id}
        step={step}
        at={paths.editStep(id, step.id)}
        outer={null}
        answer={useActionData<typeof action>()}
        closeTo={paths.step(id, step.id)}
        inPlace
        submit="Save"
        busy="Saving..."
        failure="Failed to update step"
      />
      <Outlet />
    </>
  )
}
