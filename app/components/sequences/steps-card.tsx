import clsx from 'clsx'
import type { ReactNode } from 'react'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { GripVertical, ListOrdered, Plus } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { firstStep } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import type { CanvasProps } from './canvas/canvas'
import { Beside, CanvasFrame, CanvasLoading } from './canvas/canvas-frame'
import { InsertLink } from './flow/insert-link'
import { momentsOf } from './flow/time-words'
import { useIsCanvas, useView } from './flow/use-view'
import { ViewLinks } from './flow/view-links'
import { StepCard } from './step-card'
import type { StepView } from './step-view'
import { useReorder } from './use-reorder'

export interface StepsCardProps {
  sequence: { id: string; status: string; timezone: string; useContactTimezone: boolean }
  steps: StepView[]
  /** Names of templates and lists by id. */
  names: Record<string, string>
  /** The other sequences that enroll contacts added to a list, by list id. */
  triggers: Record<string, string[]>
  /** The step in edit mode. */
  editing: string | null
  /** For the canvas: see its properties. */
  texts: CanvasProps['texts']
  counts: CanvasProps['counts']
  /** Beside the canvas: the form of a step. */
  panel: ReactNode
}

/** The Sequence Steps card: the steps as a list or on the canvas. */
export function StepsCard({ texts, counts, panel, ...props }: StepsCardProps) {
  const { sequence, steps } = props
  const { view, inView } = useView()
  const isCanvas = useIsCanvas()
  const add = (label: string) => (
    <LinkButton
      to={inView(paths.newStep(sequence.id))}
      preventScrollReset
      variant={steps.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus aria-hidden="true" />}
    >
      {label}
    </LinkButton>
  )
  const empty = (
    <EmptyState
      bare
      icon={<ListOrdered />}
      title="No steps yet"
      text="A step sends an email, waits, or adds the contact to an email list."
      action={add('Add Step')}
    />
  )
  const list = steps.length > 0 && <StepList {...props} />
  return (
    <Card
      title="Sequence Steps"
      flush={view !== null}
      actions={
        <>
          <ViewLinks sequenceId={sequence.id} />
          {steps.length > 0 && add('Add Step')}
        </>
      }
    >
      {steps.length === 0 && !isCanvas && empty}
      {view === null ? (
        list
      ) : isCanvas ? (
        steps.length > 0 ? (
          <CanvasFrame {...props} {...{ texts, counts, panel }} />
        ) : (
          <Beside panel={panel}>
            <div className="grow self-center">{empty}</div>
          </Beside>
        )
      ) : (
        <>
          <noscript>
            <div className="px-4 py-4 sm:px-5">
              <p className="mb-3 text-sm text-muted">
                The canvas needs JavaScript. The list can do everything that it can.
              </p>
              {list}
            </div>
          </noscript>
          {list && (
            <Beside panel={null}>
              <CanvasLoading />
            </Beside>
          )}
        </>
      )}
    </Card>
  )
}

type StepListProps = Pick<StepsCardProps, 'sequence' | 'steps' | 'names' | 'triggers' | 'editing'>

/** The step cards; with scripts a handle drags them. */
function StepList({ sequence, steps, names, triggers, editing }: StepListProps) {
  const { inView } = useView()
  const hydrated = useHydrated()
  const { shown, lifted, said, handle } = useReorder(inView(paths.orderSteps(sequence.id)), steps)
  const first = firstStep(shown)
  const moments = momentsOf(shown)
  return (
    <>
      {first && (
        <div className="mb-0.5 flex justify-center">
          <InsertLink
            sequenceId={sequence.id}
            way={{ from: null, branches: [], to: first.id, days: 0 }}
            nameOf={() => first.name}
          />
        </div>
      )}
      <ol className="space-y-7">
        {shown.map((step, index) => (
          <StepCard
            key={step.id}
            {...{ sequence, step, names, steps: shown }}
            triggers={(step.personaId && triggers[step.personaId]) || []}
            position={index + 1}
            moment={moments.get(step.id)}
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
