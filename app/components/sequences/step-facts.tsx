import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { TriangleAlert } from '~/components/ui/icons'
import type { BranchName } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import type { StepCardProps, StepView } from './step-view'
import { clock, count, describeBranch, REACTION_LABELS, zoneWords } from './step-words'

export type StepFactsProps = Omit<StepCardProps, 'position' | 'editing' | 'handle' | 'lifted'>

/** A step in words, for its card in view mode. */
export function StepFacts({ sequence, step, steps, templateName, personaName, triggers }: StepFactsProps) {
  return (
    <>
      {step.stepType === 'send_email' && (
        <SendFacts sequence={sequence} step={step} steps={steps} templateName={templateName} />
      )}
      {step.stepType === 'wait' && (
        <p>
          Waits {count(step.waitValue ?? 0, step.waitUnit === 'hours' ? 'hour' : 'day')}, then{' '}
          <Next>{describeBranch(step, 'nextAction', steps)}</Next>
        </p>
      )}
      {step.stepType === 'add_to_persona' && (
        <p>
          Adds the contact to{' '}
          {step.personaId ? (
            <strong className="font-medium">{personaName}</strong>
          ) : (
            <Missing>a deleted email list</Missing>
          )}
          {triggers.length > 0 && ` (which enrolls them in ${triggers.join(', ')})`}, then{' '}
          <Next>{describeBranch(step, 'nextAction', steps)}</Next>
        </p>
      )}
    </>
  )
}

type Facts = Pick<StepFactsProps, 'sequence' | 'step' | 'steps' | 'templateName'>

function SendFacts({ sequence, step, steps, templateName }: Facts) {
  const delay = step.delayDays === 0 ? 'Same day' : `After ${count(step.delayDays, 'day')}`
  const extras = [step.skipWeekends && 'skips weekends', step.sameThread && 'same thread'].filter(Boolean)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5">
        {step.templateId ? (
          <Link
            to={paths.templatePreview(step.templateId)}
            className="rounded-sm font-medium text-accent-ink underline underline-offset-2"
          >
            {templateName ?? 'Template'}
          </Link>
        ) : (
          <Missing>No template: emails wait until you choose one</Missing>
        )}
      </p>
      <p className="mt-1 text-muted">
        {delay} at <span className="text-ink tabular-nums">{clock(step.sendHour, step.sendMinute)}</span> (
        {zoneWords(sequence)}){extras.length > 0 && `, ${extras.join(', ')}`}
      </p>
      <p className="text-muted">Waits for a reaction {windowWords(step)}.</p>
      <dl className="mt-2.5 divide-y divide-line rounded-md border border-line bg-sunken">
        {(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) => (
          <div key={branch} className="flex gap-x-3 px-3 py-1.5">
            <dt className="w-32 shrink-0 text-muted max-sm:w-24">{REACTION_LABELS[branch]}</dt>
            <dd className="min-w-0 break-words">
              {waitWords(step, branch)}
              {describeBranch(step, branch, steps)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const waitWords = (step: StepView, branch: Exclude<BranchName, 'nextAction'>) => {
  const days = step[`${branch}WaitDays`]
  return days > 0 && <span className="text-muted">after {count(days, 'day')}: </span>
}

function windowWords({ reactionWindowHours: hours, reactionWindowMinutes: minutes }: StepView) {
  const parts = [hours > 0 && count(hours, 'hour'), minutes > 0 && count(minutes, 'minute')].filter(Boolean)
  return parts.length > 0 ? `for ${parts.join(' ')}` : 'for no time'
}

const Next = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>

const Missing = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 font-medium text-warning-ink">
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </span>
)
