import { Form, Link } from '@remix-run/react'
import { type Edge, Handle, type Node, type NodeHandle, type NodeProps, Position } from '@xyflow/react'
import clsx from 'clsx'
import type { HTMLAttributes } from 'react'
import { Button, LinkButton } from '~/components/ui/button'
import {
  ArrowDown,
  ArrowUp,
  Clock,
  GripVertical,
  ListPlus,
  Mail,
  Trash2,
  TriangleAlert,
  Users,
} from '~/components/ui/icons'
import type { Link as WayLink } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import { sayTime, sayWindow } from '../flow/time-words'
import { useView } from '../flow/use-view'
import type { StepView } from '../step-view'
import { count as countWords, TYPE_LABELS } from '../step-words'
import { VariantList } from '../variants/variant-list'

interface CardData extends Record<string, unknown> {
  sequence: { id: string }
  step: StepView
  steps: readonly StepView[]
  position: number
  /** What the email of a template says; a template has no subject before it is loaded. */
  textOf(templateId: string): { name?: string; subject?: string; start?: string }
  list?: string
  moment?: string
  /** Contacts at the step now. */
  count: number
  isEdited: boolean
  isLifted: boolean
  /** The event handlers of the handle that moves it; null for side steps. */
  handle: HTMLAttributes<HTMLButtonElement> | null
}

type StepNode = Node<CardData, 'step'>
type PointNode = Node<Record<string, never>, 'start' | 'end'>
export type CardNode = StepNode | PointNode

export type WayEdge = Edge<
  {
    sequenceId: string
    link: WayLink
    nameOf: (id: string) => string | undefined
    path?: string
    label?: { x: number; y: number }
  },
  'way'
>

const ICONS = { send_email: Mail, wait: Clock, add_to_persona: ListPlus }

/** Where edges are attached; the layout decides where they are drawn. */
const Ends = ({ first = false, last = false }) => (
  <>
    {!first && <Handle type="target" position={Position.Top} isConnectable={false} className="invisible" />}
    {!last && <Handle type="source" position={Position.Bottom} isConnectable={false} className="invisible" />}
  </>
)

/**
 * The same ends, stated. A node that is rendered again between its measuring and the state of its size would lose the measured ends,
 * and then its edges are not drawn.
 */
export const ENDS: NodeHandle[] = [
  { type: 'target', position: Position.Top, x: 0, y: 0 },
  { type: 'source', position: Position.Bottom, x: 0, y: 0 },
]

/** A step: what it sends and when, who is there, and the buttons that move and delete it. */
function StepCard({ data }: NodeProps<StepNode>) {
  const { sequence, step, steps, moment, count, isEdited, isLifted } = data
  const { inView } = useView()
  const Icon = ICONS[step.stepType]
  const window = sayWindow(step, steps)
  return (
    <article
      id={`step-${step.id}`}
      className={clsx(
        'group relative w-70 rounded-lg border bg-surface px-3 pt-2 pb-2.5 text-sm shadow-card',
        isEdited || isLifted ? 'border-accent ring-1 ring-accent' : 'border-line-strong hover:border-control',
        isLifted && 'shadow-pop select-none',
      )}
    >
      <Ends />
      <div className="flex min-h-8 items-center gap-1.5 text-xs text-muted">
        <Grip step={step} handle={data.handle} />
        <Icon className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0">
          {TYPE_LABELS[step.stepType]}
          {step.branchOnly && ', branch only'}
        </span>
        <Acts {...data} />
      </div>
      <h3 className="mt-0.5 font-semibold break-words">
        <Link
          id={`edit-${step.id}`}
          to={inView(paths.editStep(sequence.id, step.id))}
          preventScrollReset
          draggable={false}
          aria-current={isEdited ? 'true' : undefined}
          className="rounded-sm after:absolute after:inset-0 after:rounded-lg"
        >
          {data.position}. {step.name}
        </Link>
      </h3>
      <Contents {...data} />
      <p className="mt-1.5 flex gap-1.5 text-xs text-muted">
        <Clock className="mt-px size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{sayTime(step, moment)}</span>
      </p>
      {window && <p className="pl-5 text-xs text-muted">{window}</p>}
      {count > 0 && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs font-medium text-accent-ink tabular-nums">
          <Users className="size-3.5" aria-hidden="true" />
          {count.toLocaleString('en-US')} here
        </p>
      )}
    </article>
  )
}

function Contents({ step, textOf, list }: CardData) {
  if (step.stepType === 'wait')
    return (
      <p className="break-words">
        Waits {countWords(step.waitValue ?? 0, step.waitUnit === 'hours' ? 'hour' : 'day')}
      </p>
    )
  if (step.stepType === 'add_to_persona')
    return step.personaId ? <p className="break-words">Adds to {list}</p> : <Missing>a deleted list</Missing>
  if (step.variants.length > 1)
    return (
      <VariantList
        variants={step.variants}
        templateOf={({ templateId }) =>
          templateId ? <span className="line-clamp-1">{titleOf(textOf(templateId))}</span> : <NoTemplate />
        }
      />
    )
  if (!step.templateId) return <NoTemplate />
  const text = textOf(step.templateId)
  return (
    <>
      <p className="line-clamp-2 break-words">{titleOf(text)}</p>
      {text.start && <p className="mt-0.5 line-clamp-2 text-xs break-words text-muted">{text.start}</p>}
    </>
  )
}

const titleOf = ({ subject, name }: ReturnType<CardData['textOf']>) => subject || name

const NoTemplate = () => <Missing>No template: emails wait until you choose one</Missing>

const Missing = ({ children }: { children: string }) => (
  <p className="flex gap-1.5 text-xs font-medium text-warning-ink">
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </p>
)

const Grip = ({ step, handle }: Pick<CardData, 'step' | 'handle'>) =>
  handle && (
    <button
      type="button"
      aria-label={`Reorder ${step.name}`}
      title="Drag, or press Space and use the arrow keys"
      {...handle}
      className="nodrag nopan relative z-10 -ml-1.5 grid h-8 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-subtle select-none hover:text-ink"
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  )

/** Shown while the card is pointed at or has the focus, and always on touch screens. */
function Acts({ sequence, step, steps, position }: CardData) {
  const { inView } = useView()
  const look = { variant: 'ghost', size: 'sm', square: true } as const
  return (
    <div className="nodrag nopan relative z-10 -mr-1.5 ml-auto flex [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:group-focus-within:opacity-100">
      <Form
        method="post"
        action={inView(paths.moveStep(sequence.id, step.id))}
        preventScrollReset
        className="flex"
      >
        <Button
          {...look}
          name="direction"
          value="up"
          disabled={position === 1}
          aria-label={`Move ${step.name} up`}
          icon={<ArrowUp aria-hidden="true" />}
        />
        <Button
          {...look}
          name="direction"
          value="down"
          disabled={position === steps.length}
          aria-label={`Move ${step.name} down`}
          icon={<ArrowDown aria-hidden="true" />}
        />
      </Form>
      <LinkButton
        {...look}
        to={inView(paths.deleteStep(sequence.id, step.id))}
        preventScrollReset
        draggable={false}
        aria-label={`Delete ${step.name}`}
        icon={<Trash2 aria-hidden="true" />}
      />
    </div>
  )
}

const point =
  'inline-flex h-7 items-center rounded-full border border-line bg-sunken px-3 text-xs font-medium text-muted'

const StartPoint = () => (
  <div className={point}>
    Contacts start here
    <Ends first />
  </div>
)

const EndPoint = () => (
  <div className={point}>
    End
    <Ends last />
  </div>
)

export const NODE_TYPES = { step: StepCard, start: StartPoint, end: EndPoint }
