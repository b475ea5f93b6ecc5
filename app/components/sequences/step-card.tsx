import { Form, Link } from '@remix-run/react'
import { ArrowDown, ArrowUp, Clock, ListPlus, Mail, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '../badge'
import { Button, LinkButton } from '../button'
import {
  type BranchName,
  clock,
  count,
  describeBranch,
  REACTION_LABELS,
  type StepLike,
  TYPE_LABELS,
} from './step-words'

export interface StepView extends StepLike {
  delayDays: number
  sendHour: number
  sendMinute: number
  reactionWindowHours: number
  reactionWindowMinutes: number
  templateId: string | null
  skipWeekends: boolean
  sameThread: boolean
  notOpenedWaitDays: number
  openedNoReplyWaitDays: number
  repliedWaitDays: number
  waitValue: number | null
  waitUnit: 'hours' | 'days' | null
  personaId: string | null
}

export interface StepCardProps {
  sequence: { id: string; timezone: string }
  step: StepView
  steps: readonly StepView[]
  side: readonly string[]
  /** Names by id. */
  templateName?: string
  personaName?: string
  position: number
}

const icons = { send_email: Mail, wait: Clock, add_to_persona: ListPlus }

/** One step as it is; its Edit link opens the form. */
export function StepCard({
  sequence,
  step,
  steps,
  side,
  templateName,
  personaName,
  position,
}: StepCardProps) {
  const Icon = icons[step.stepType]
  return (
    <li className="relative min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3.5 pt-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink">
          <Icon className="size-4" aria-hidden="true" />
        </span>
        <div className="min-w-0 grow basis-40">
          <h3 className="text-sm font-semibold break-words">
            <span className="text-muted">{position}.</span> {step.name}
          </h3>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
            {TYPE_LABELS[step.stepType]}
            {side.includes(step.id) && <Badge>Only by branch</Badge>}
          </p>
        </div>
        <StepButtons
          sequenceId={sequence.id}
          step={step}
          first={position === 1}
          last={position === steps.length}
        />
      </div>
      <div className="px-3.5 pt-2.5 pb-3 text-sm">
        {step.stepType === 'send_email' && (
          <SendFacts sequence={sequence} step={step} steps={steps} side={side} templateName={templateName} />
        )}
        {step.stepType === 'wait' && (
          <p>
            Waits {count(step.waitValue ?? 0, step.waitUnit === 'hours' ? 'hour' : 'day')}, then{' '}
            <Next>{describeBranch(step, 'nextAction', steps, side)}</Next>
          </p>
        )}
        {step.stepType === 'add_to_persona' && (
          <p>
            Adds the contact to{' '}
            {step.personaId ? (
              <strong className="font-medium">{personaName}</strong>
            ) : (
              <Missing>no email list: it was deleted</Missing>
            )}
            , then <Next>{describeBranch(step, 'nextAction', steps, side)}</Next>
          </p>
        )}
      </div>
    </li>
  )
}

type Facts = Pick<StepCardProps, 'sequence' | 'step' | 'steps' | 'side' | 'templateName'>

function SendFacts({ sequence, step, steps, side, templateName }: Facts) {
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
          <Missing>No template: choose one, or its mails wait</Missing>
        )}
      </p>
      <p className="mt-1 text-muted">
        {delay} at <span className="text-ink tabular-nums">{clock(step.sendHour, step.sendMinute)}</span> (
        {sequence.timezone}){extras.length > 0 && `, ${extras.join(', ')}`}
      </p>
      <p className="text-muted">Waits for a reaction {windowWords(step)}.</p>
      <dl className="mt-2.5 divide-y divide-line rounded-md border border-line bg-sunken">
        {(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) => (
          <div key={branch} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <dt className="w-32 shrink-0 text-muted">{REACTION_LABELS[branch]}</dt>
            <dd className="min-w-0 break-words">
              {waitWords(step, branch)}
              {describeBranch(step, branch, steps, side)}
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
  return parts.length > 0 ? `for ${parts.join(' ')}` : 'no time at all'
}

const Next = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>

const Missing = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 font-medium text-warning-ink">
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </span>
)

interface StepButtonsProps {
  sequenceId: string
  step: StepView
  first: boolean
  last: boolean
}

function StepButtons({ sequenceId, step, first, last }: StepButtonsProps) {
  return (
    <div className="ml-auto flex items-center">
      <Form method="post" action={paths.moveStep(sequenceId, step.id)} preventScrollReset className="flex">
        <Button
          {...{ name: 'direction', value: 'up', variant: 'ghost', size: 'sm', square: true, disabled: first }}
          aria-label={`Move ${step.name} up`}
          icon={<ArrowUp aria-hidden="true" />}
        />
        <Button
          {...{
            name: 'direction',
            value: 'down',
            variant: 'ghost',
            size: 'sm',
            square: true,
            disabled: last,
          }}
          aria-label={`Move ${step.name} down`}
          icon={<ArrowDown aria-hidden="true" />}
        />
      </Form>
      <LinkButton
        {...{ variant: 'ghost', size: 'sm', to: paths.editStep(sequenceId, step.id) }}
        preventScrollReset
        icon={<Pencil aria-hidden="true" />}
      >
        Edit
      </LinkButton>
      <LinkButton
        {...{ variant: 'ghost', size: 'sm', square: true, to: paths.deleteStep(sequenceId, step.id) }}
        preventScrollReset
        aria-label="Delete step"
        title="Delete step"
        icon={<Trash2 aria-hidden="true" />}
      />
    </div>
  )
}
