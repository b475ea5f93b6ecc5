import clsx from 'clsx'
import { useRef } from 'react'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { GripVertical, ListOrdered, Plus } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'
import { StepCard } from './step-card'
import type { StepView } from './step-view'
import { useReorder } from './use-reorder'

export interface StepsCardProps {
  sequence: { id: string; timezone: string; useContactTimezone: boolean }
  steps: StepView[]
  /** Names of templates and lists by id. */
  names: Record<string, string>
  /** The other sequences that enroll contacts added to a list, by list id. */
  triggers: Record<string, string[]>
  /** The step in edit mode. */
  editing: string | null
}

/** The Sequence Steps card. */
export function StepsCard({ sequence, steps, names, triggers, editing }: StepsCardProps) {
  const add = (label: string) => (
    <LinkButton
      to={paths.newStep(sequence.id)}
      preventScrollReset
      variant={steps.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus aria-hidden="true" />}
    >
      {label}
    </LinkButton>
  )
  return (
    <Card title="Sequence Steps" actions={steps.length > 0 && add('Add Step')}>
      {steps.length === 0 ? (
        <EmptyState
          bare
          icon={<ListOrdered />}
          title="No steps yet"
          text="A step sends an email, waits, or adds the contact to an email list."
          action={add('Add Step')}
        />
      ) : (
        <StepList {...{ sequence, steps, names, triggers, editing }} />
      )}
    </Card>
  )
}

/** The step cards; with scripts a handle drags them. */
function StepList({ sequence, steps, names, triggers, editing }: StepsCardProps) {
  const list = useRef<HTMLOListElement>(null)
  const hydrated = useHydrated()
  const { shown, lifted, said, handle } = useReorder(paths.orderSteps(sequence.id), steps, list)
  return (
    <>
      <ol ref={list} className="space-y-2.5">
        {shown.map((step, index) => (
          <StepCard
            key={step.id}
            {...{ sequence, step, names, steps: shown }}
            triggers={(step.personaId && triggers[step.personaId]) || []}
            position={index + 1}
            editing={step.id === editing}
            lifted={step.id === lifted}
            handle={
              <button
                type="button"
                disabled={!hydrated || editing !== null || steps.length === 1}
                aria-label={`Reorder ${step.name}`}
                title="Drag, or press Space and use the arrow keys"
                {...handle(step)}
                className={clsx(
                  '-ml-1.5 grid h-8 w-6 shrink-0 touch-none place-items-center rounded-sm text-subtle select-none hover:text-ink disabled:opacity-40 max-sm:h-10 max-sm:w-8',
                  (!hydrated || steps.length === 1) && 'invisible',
                  step.id === lifted ? 'cursor-grabbing' : 'cursor-grab',
                )}
              >
                <GripVertical className="size-4" aria-hidden="true" />
              </button>
            }
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
