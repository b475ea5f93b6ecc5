import { redirect } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { StepFrame } from '~/components/sequences/flow/step-frame'
import { sayPlace } from '~/components/sequences/flow/time-words'
import { TypeChoice, WhoChoice } from '~/components/sequences/flow/type-choice'
import { useView } from '~/components/sequences/flow/use-view'
import { StepForm } from '~/components/sequences/step-form'
import { TYPE_LABELS } from '~/components/sequences/step-words'
import { LinkButton } from '~/components/ui/button'
import { notFound } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { reviewFirst } from '~/http/review.server'
import {
  type InsertPlace,
  onwardFields,
  placeFields,
  planInsertion,
  readPlace,
} from '~/models/sequences/flow/insert'
import { linksOf } from '~/models/sequences/flow/links'
import type { Step } from '~/models/sequences/step'
import { packDraft, readDraft } from '~/models/sequences/step-draft'
import { StepFields } from '~/models/sequences/step-form'
import { checkStepForm, newStepDefaults, saveStepForm } from '~/models/sequences/step-graph.server'
import { paths } from '~/paths'
import { afterMade, formAddress, overviewOf } from './addresses'
import { loadStepForm } from './choices.server'

export const meta = titled('Add Step')

const TYPES = ['send_email', 'wait', 'add_to_persona'] as const

/** The form that the step is created for: one of its branches will lead to the step. */
const outerOf = (url: URL) => url.searchParams.get('outer')

export const loader = page(async (call) => {
  const { app, params, url } = call
  const { sequence, ...choices } = await loadStepForm(call)
  const draft = readDraft(url.searchParams)
  const asked = url.searchParams.get('type') ?? draft?.fields.stepType
  const outer = outerOf(url)
  const type = TYPES.find((candidate) => candidate === asked) ?? null
  const place = outer ? null : readPlace(url.searchParams.get('after'), url.searchParams.get('on'))
  const planned = place && planInsertion(choices.steps, place)
  if (planned === 'unknown') notFound('Step not found')
  const insertion = planned === 'apart' ? null : planned
  const overview = overviewOf(call)
  return {
    ...choices,
    id: params.id!,
    type,
    place: insertion && place,
    isMoved: planned === 'apart',
    where: insertion && place && describePlace(choices.steps, place),
    defaults: {
      ...newStepDefaults(sequence, choices.steps, await app.clock.now()),
      branchOnly: outer !== null || (insertion?.branchOnly ?? false),
      ...(insertion && { order: insertion.order, ...onwardFields(insertion, type ?? 'send_email') }),
    },
    draft,
    chosen: url.searchParams.get('chosen'),
    outer,
    closeTo: outer ? formAddress(params.id!, outer) : overview,
  }
})

/** The place of an insertion in words, and all branches of the way that it is made on. */
function describePlace(steps: Step[], { after, branches }: InsertPlace) {
  const way = linksOf(steps).find(
    (link) => link.from === after && branches.every((branch) => link.branches.includes(branch)),
  )
  if (!way) return null
  const text = sayPlace({ ...way, branches }, (id) => steps.find((step) => step.id === id)?.name)
  return { text: `${text[0]!.toUpperCase()}${text.slice(1)}.`, branches: way.branches }
}

export const action = formAction(StepFields, async (form, call, submitted) => {
  const { app, db, userId, params, url } = call
  const id = params.id!
  const outer = outerOf(url)
  if (form.toMake) {
    const draft = packDraft([...new URLSearchParams(form.draft), ['outer', outer]])
    return redirect(paths.newStepBeside(id, draft))
  }
  if (outer) {
    await checkStepForm(db, userId, id, form)
    return redirectWithToast(app, afterMade(id, outer, form.draft), {
      kind: 'success',
      title: 'Step created and selected',
      text: 'It will be saved together with the step that leads to it.',
    })
  }
  const review = await reviewFirst(call, submitted, (tx, now) =>
    saveStepForm(tx, userId, id, null, form, now),
  )
  if (review) return review
  return redirectWithToast(app, overviewOf(call), { kind: 'success', title: 'Step created successfully' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create step')

/** After a conflict the place is looked up again; what was typed stays. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate

/** The Add Step dialog, on the canvas a panel: the type, then its form. */
export default function NewStepDialog() {
  const { type, defaults, outer, place, isMoved, where, ...rest } = useLoaderData<typeof loader>()
  const { id, closeTo } = rest
  const { view, inView } = useView()
  const response = useActionData<typeof action>()
  const fields = { ...(outer ? { outer } : {}), ...(place ? placeFields(place) : {}) }
  const here = (more: Record<string, string> = {}) => inView(paths.newStep(id, { ...fields, ...more }))
  const description = outer
    ? 'The branch will lead to this step.'
    : isMoved
      ? 'The steps have changed in the meantime: this step is added at the end.'
      : where?.text
  if (!type) {
    return (
      <StepFrame title="Add Step" description={description ?? 'What should the step do?'} closeTo={closeTo}>
        {where && where.branches.length > 1 && place && (
          <WhoChoice
            branches={where.branches}
            chosen={place.branches}
            hrefOf={(branches) => here(placeFields({ ...place, branches }))}
          />
        )}
        <TypeChoice hrefOf={(chosen) => here({ type: chosen })} />
      </StepFrame>
    )
  }
  return (
    <>
      <StepFrame
        key={type + outer}
        title={`Add Step: ${TYPE_LABELS[type]}`}
        description={description}
        closeTo={closeTo}
        size="lg"
      >
        <StepForm
          {...rest}
          step={{ ...defaults, stepType: type }}
          at={paths.newStep(id)}
          outer={outer}
          hidden={{ ...(place ? placeFields(place) : {}), ...(view ? { view } : {}) }}
          response={response}
          extra={
            <LinkButton variant="ghost" to={here()} preventScrollReset className="mr-auto">
              Back
            </LinkButton>
          }
          submit="Create Step"
          busy="Creating..."
          failure="Failed to create step"
        />
      </StepFrame>
      <Outlet />
    </>
  )
}
