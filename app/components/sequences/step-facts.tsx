import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { TriangleAlert } from '~/components/ui/icons'
import { followingOf } from '~/models/sequences/flow/insert'
import { type BranchName, targetOf } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import { InsertLink } from './flow/insert-link'
import { sayTime, sayWindow } from './flow/time-words'
import type { StepCardProps, StepView } from './step-view'
import { count, describeBranch, REACTION_LABELS } from './step-words'
import { VariantList } from './variants/variant-list'

export type StepFactsProps = Omit<StepCardProps, 'position' | 'editing' | 'handle' | 'lifted'>

/** A step in words, for its card in view mode. */
export function StepFacts({ sequence, step, steps, names, triggers, moment }: StepFactsProps) {
  return (
    <>
      {step.stepType === 'send_email' && <SendFacts {...{ sequence, step, steps, names, moment }} />}
      {step.stepType === 'wait' && (
        <p>
          Waits {count(step.waitValue ?? 0, step.waitUnit === 'hours' ? 'hour' : 'day')}, then{' '}
          <Next>{describeBranch(step, 'nextAction', steps)}</Next>
          <InsertOn branch="nextAction" {...{ sequence, step, steps }} />
        </p>
      )}
      {step.stepType === 'add_to_persona' && (
        <p>
          Adds the contact to{' '}
          {step.personaId ? (
            <strong className="font-medium">{names[step.personaId]}</strong>
          ) : (
            <Missing>a deleted email list</Missing>
          )}
          {triggers.length > 0 && ` (which enrolls them in ${triggers.join(', ')})`}, then{' '}
          <Next>{describeBranch(step, 'nextAction', steps)}</Next>
          <InsertOn branch="nextAction" {...{ sequence, step, steps }} />
        </p>
      )}
      {step.stepType !== 'send_email' && <p className="mt-1 text-muted">{sayTime(step, moment, sequence)}</p>}
    </>
  )
}

type Facts = Pick<StepFactsProps, 'sequence' | 'step' | 'steps' | 'names' | 'moment'>

function SendFacts({ sequence, step, steps, names, moment }: Facts) {
  const window = sayWindow(step, steps)
  const extras = [step.skipWeekends && 'skips weekends', step.sameThread && 'same thread'].filter(Boolean)
  return (
    <>
      {step.variants.length > 1 ? (
        <VariantList
          variants={step.variants}
          templateOf={({ templateId }) => <Template id={templateId} names={names} />}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Template id={step.templateId} names={names} />
        </p>
      )}
      <p className="mt-1 text-muted">{[sayTime(step, moment, sequence), ...extras].join(', ')}</p>
      {window && <p className="text-muted">{window}</p>}
      <dl className="mt-2.5 divide-y divide-line rounded-md border border-line bg-sunken">
        {(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) => (
          <div key={branch} className="flex items-start gap-x-3 px-3 py-1.5">
            <dt className="w-32 shrink-0 text-muted max-sm:w-24">{REACTION_LABELS[branch]}</dt>
            <dd className="flex min-w-0 grow items-start gap-2 break-words">
              <span className="min-w-0 grow">
                {waitWords(step, branch)}
                {describeBranch(step, branch, steps)}
              </span>
              <InsertOn branch={branch} {...{ sequence, step, steps }} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A template's name, or a warning that there is none. */
const Template = ({ id, names }: { id: string | null; names: Record<string, string> }) =>
  id ? (
    <Link
      to={paths.templatePreview(id)}
      className="rounded-sm font-medium break-words text-accent-ink underline underline-offset-2"
    >
      {names[id] ?? 'Template'}
    </Link>
  ) : (
    <Missing>No template: emails wait until you choose one</Missing>
  )

const waitWords = (step: StepView, branch: Exclude<BranchName, 'nextAction'>) => {
  const days = step[`${branch}WaitDays`]
  return days > 0 && <span className="text-muted">after {count(days, 'day')}: </span>
}

/** The "+" of one branch. A Wait or list step that continues in order has its own below its card. */
function InsertOn({
  branch,
  sequence,
  step,
  steps,
}: Pick<StepFactsProps, 'sequence' | 'step' | 'steps'> & { branch: BranchName }) {
  if (branch === 'nextAction' && followingOf(step).length > 0) return null
  return (
    <InsertLink
      sequenceId={sequence.id}
      way={{ from: step.id, branches: [branch], to: targetOf(step, branch, steps)?.id ?? null, days: 0 }}
      nameOf={(id) => steps.find((other) => other.id === id)?.name}
      className="-my-0.5 ml-1 inline-grid shrink-0 align-middle"
    />
  )
}

const Next = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>

const Missing = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 font-medium text-warning-ink">
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </span>
)
