import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Clock, ListPlus, Mail } from '~/components/ui/icons'
import type { BranchName } from '~/models/sequences/flow/links'
import { TYPE_LABELS } from '../step-words'
import { sayBranches } from './time-words'

const CHOICES = [
  { type: 'send_email', icon: Mail, text: 'Sends a template, then continues depending on the reaction.' },
  { type: 'wait', icon: Clock, text: 'Waits for hours or days.' },
  { type: 'add_to_persona', icon: ListPlus, text: 'Adds the contact to one of your lists.' },
] as const

/** The types of a new step, each a link to its form. */
export const TypeChoice = ({ hrefOf }: { hrefOf: (type: string) => string }) => (
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

export interface WhoChoiceProps {
  /** All branches of the way that the step is inserted on. */
  branches: readonly BranchName[]
  /** Those that will lead to the step. */
  chosen: readonly BranchName[]
  hrefOf: (branches: readonly BranchName[]) => string
}

/** Which of several branches a new step is inserted on. */
export function WhoChoice({ branches, chosen, hrefOf }: WhoChoiceProps) {
  const choices = [branches, ...branches.map((branch) => [branch])]
  return (
    <nav aria-label="Who gets the step" className="mb-3 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="mr-1 text-muted">For contacts with</span>
      {choices.map((choice) => (
        <Link
          key={choice.join()}
          to={hrefOf(choice)}
          preventScrollReset
          aria-current={choice.join() === chosen.join() ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-7 items-center rounded-full border px-2.5 max-sm:min-h-9',
            choice.join() === chosen.join()
              ? 'border-accent bg-accent-soft text-accent-ink'
              : 'border-line-strong text-muted hover:text-ink',
          )}
        >
          {sayBranches(choice) || 'Any reaction'}
        </Link>
      ))}
    </nav>
  )
}
