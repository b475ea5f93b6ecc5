import { redirect } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { failing } from '~/components/forms/failing'
import { titled } from '~/components/page/meta'
import { StepForm } from '~/components/sequences/step-form'
import { TYPE_LABELS } from '~/components/sequences/step-words'
import { LinkButton } from '~/components/ui/button'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Clock, ListPlus, Mail } from '~/components/ui/icons'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { reviewFirst } from '~/http/review.server'
import { packDraft, readDraft } from '~/models/sequences/step-draft'
import { StepFields } from '~/models/sequences/step-form'
import { checkStepForm, newStepDefaults, saveStepForm } from '~/models/sequences/step-graph.server'
import { paths } from '~/paths'
import { afterMade, formAddress } from './step-addresses'
import { loadStepForm } from './step-choices.server'

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
  return {
    ...choices,
    id: params.id!,
    type: TYPES.find((one) => one === asked) ?? null,
    defaults: newStepDefaults(sequence, choices.steps, await app.clock.now()),
    draft,
    chosen: url.searchParams.get('chosen'),
    outer,
    closeTo: outer ? formAddress(params.id!, outer) : paths.sequence(params.id!),
  }
})

export const action = formAction(StepFields, async (form, call, submitted) => {
  const { app, db, userId, params, url } = call
  const id = params.id!
  const outer = outerOf(url)
  if (form.toMake) {
    const draft = packDraft([...new URLSearchParams(form.draft), ['outer', outer]])
    return redirect(paths.newStepBeside(id, draft))
  }
  if (outer) {
    await checkStepForm(db, userId, id, form, await app.clock.now())
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
  return redirectWithToast(app, paths.sequence(id), { kind: 'success', title: 'Step created successfully' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to create step')

/** The Add Step dialog: the type, then its form. */
export default function NewStepDialog() {
  const { type, defaults, outer, ...rest } = useLoaderData<typeof loader>()
  const { id, closeTo } = rest
  const answer = useActionData<typeof action>()
  const here = (chosen?: string) => {
    const query = new URLSearchParams({ ...(outer ? { outer } : {}), ...(chosen ? { type: chosen } : {}) })
    return `${paths.newStep(id)}?${query}`
  }
  if (!type) {
    return (
      <RouteDialog title="Add Step" description="What should the step do?" closeTo={closeTo}>
        <TypeChoice hrefOf={here} />
      </RouteDialog>
    )
  }
  return (
    <>
      <RouteDialog
        key={type + outer}
        title={`Add Step: ${TYPE_LABELS[type]}`}
        description={outer ? 'The branch will lead to this step.' : undefined}
        closeTo={closeTo}
        size="lg"
      >
        <StepForm
          {...rest}
          step={{ ...defaults, stepType: type, branchOnly: outer !== null }}
          at={paths.newStep(id)}
          outer={outer}
          answer={answer}
          extra={
            <LinkButton variant="ghost" to={here()} preventScrollReset className="mr-auto">
              Back
            </LinkButton>
          }
          submit="Create Step"
          busy="Creating..."
          failure="Failed to create step"
        />
      </RouteDialog>
      <Outlet />
    </>
  )
}

const CHOICES = [
  { type: 'send_email', icon: Mail, text: 'Sends a template, then continues depending on the reaction.' },
  { type: 'wait', icon: Clock, text: 'Waits for hours or days.' },
  { type: 'add_to_persona', icon: ListPlus, text: 'Adds the contact to one of your lists.' },
] as const

const TypeChoice = ({ hrefOf }: { hrefOf: (type: string) => string }) => (
  <ul className="space-y-2">
    {CHOICES.map(({ type, icon: Icon, text }) => (
      <li key={type}>
        <Link
          to={hrefOf(type)}
          preventScrollReset
          className="flex items-center gap-3 rounded-lg border border-line-strong px-3.5 py-3 hover:bg-hover"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink">
            <Icon className="size-4.5" aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <span className="block text-sm font-semibold">{TYPE_LABELS[type]}</span>
            <span className="block text-sm text-muted">{text}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
