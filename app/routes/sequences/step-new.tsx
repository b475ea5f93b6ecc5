import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { Clock, ListPlus, Mail } from 'lucide-react'
import { LinkButton } from '~/components/button'
import { titled } from '~/components/meta'
import { RouteDialog } from '~/components/route-dialog'
import { StepForm as StepFields } from '~/components/sequences/step-form'
import { TYPE_LABELS } from '~/components/sequences/step-words'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { isId } from '~/http/validate'
import { listPersonas } from '~/models/persona.server'
import { getSequence } from '~/models/sequence.server'
import { listSteps } from '~/models/step.server'
import { BRANCHES, StepForm } from '~/models/step-form'
import { createBranchStep, listSideSteps, newStepDefaults } from '~/models/step-graph.server'
import { listTemplateNames } from '~/models/template.server'
import { paths } from '~/paths'
import { newStepFor } from './step-new-for'

export const meta = titled('Add Step')

const TYPES = ['send_email', 'wait', 'add_to_persona'] as const

/** The step whose branches are to lead to the new one: `?for=<id>&branch=<name>`. */
function branchesOf(url: URL) {
  const stepId = url.searchParams.get('for') ?? undefined
  const asked = url.searchParams.getAll('branch')
  const branches = BRANCHES.filter((branch) => asked.includes(branch))
  return isId(stepId) && branches.length > 0 ? { stepId, branches } : null
}

export const loader = page(async ({ app, db, userId, params, url }) => {
  const id = params.id!
  const sequence = await getSequence(db, userId, id)
  const [steps, side, templates, lists, now] = await Promise.all([
    listSteps(db, userId, id),
    listSideSteps(db, userId, id),
    listTemplateNames(db, userId),
    listPersonas(db, userId, { limit: 1000 }),
    app.clock.now(),
  ])
  const from = branchesOf(url)
  const personas = lists.rows.map((list) => ({ id: list.id, name: list.name }))
  const search = from ? newStepFor(id, from.stepId, from.branches).split('?')[1]! : ''
  const type = TYPES.find((one) => one === url.searchParams.get('type')) ?? null
  const defaults = newStepDefaults(sequence, steps, now)
  return { id, timezone: sequence.timezone, steps, side, templates, personas, type, search, defaults }
})

export const action = formAction(StepForm, async ({ step, toMake }, { app, db, userId, params, url }) => {
  const id = params.id!
  const from = branchesOf(url)
  const [branch, ...rest] = from?.branches ?? []
  const link = from && branch ? { stepId: from.stepId, branch } : null
  const made = await createBranchStep(db, userId, id, step, link, await app.clock.now())
  const to =
    toMake.length > 0
      ? newStepFor(id, made.id, toMake)
      : from && rest.length > 0
        ? newStepFor(id, from.stepId, rest)
        : paths.sequence(id)
  return redirectWithToast(app, to, { kind: 'success', title: 'Step created successfully' })
})

/** The Add Step dialog: the type, then its form. */
export default function NewStepDialog() {
  const { id, type, search, defaults, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const closeTo = paths.sequence(id)
  const here = (chosen?: string) => {
    const query = new URLSearchParams(search)
    if (chosen) query.set('type', chosen)
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
    <RouteDialog key={type + search} title={`Add Step: ${TYPE_LABELS[type]}`} closeTo={closeTo} size="lg">
      <StepFields
        {...rest}
        step={{ ...defaults, stepType: type }}
        answer={answer}
        closeTo={closeTo}
        extra={
          <LinkButton variant="ghost" to={here()} preventScrollReset className="mr-auto">
            Back
          </LinkButton>
        }
        submit="Create Step"
        busy="Creating..."
      />
    </RouteDialog>
  )
}

const CHOICES = [
  { type: 'send_email', icon: Mail, text: 'Sends a template and goes on by the reaction.' },
  { type: 'wait', icon: Clock, text: 'Lets hours or days pass.' },
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
