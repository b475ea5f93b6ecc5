import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Clock, ListPlus, Mail } from '~/components/ui/icons'
import type { Picture, PictureEdge, PictureNode } from '~/engine/picture'

export interface SequencePictureProps {
  picture: Picture
  /** Step names by id. */
  names: Record<string, string>
  /** The number of contacts at each step now. */
  counts?: Record<string, number>
  /** The link of a step. */
  hrefOf: (stepId: string) => string
  /** The steps that one contact has reached, in order. */
  path?: string[]
  /** The contact's current step, null after the end. */
  here?: string | null
}

/** In pixels. Two columns take 278, which is the inner width of the card beside the steps. */
const NODE = { width: 120, height: 56 }
const LEFT = 14
const COLUMN = 144
/** The least space above a step; a label takes LABEL of it. */
const GAP = 42
const LABEL = 15

const ICONS = { send_email: Mail, wait: Clock, add_to_persona: ListPlus }
const KINDS = { send_email: 'Send Email', wait: 'Wait', add_to_persona: 'Add to Email List' }
const REACTIONS = { not_opened: 'not opened', opened_no_reply: 'opened', replied: 'replied' }

/** The branches of a sequence: steps from top to bottom, side steps on the right, days on the edges. */
export function SequencePicture({
  picture,
  names,
  counts = {},
  hrefOf,
  path = [],
  here = null,
}: SequencePictureProps) {
  const { nodes, edges } = picture
  const placed = new Map(nodes.map((node) => [node.id, node]))
  const wide = nodes.some((node) => node.column === 1)
  const width = LEFT + (wide ? COLUMN : 0) + NODE.width
  const walked = (edge: PictureEdge) =>
    path.some((id, index) => id === edge.from && path[index + 1] === edge.to)
  const labels = labelsOf(edges)
  const row = NODE.height + Math.max(GAP, ...[...labels.values()].map(({ length }) => (length + 1) * LABEL))
  const height = (nodes.length - 1) * row + NODE.height
  const cornerOf = (node: PictureNode) => ({ left: LEFT + node.column * COLUMN, top: node.row * row })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Sequence overview" className="overflow-x-auto pb-1" tabIndex={0}>
      <div className="relative mx-auto" style={{ width, height }}>
        <svg width={width} height={height} className="absolute inset-0" aria-hidden="true">
          {edges.map((edge) => (
            <path
              key={`${edge.from} ${edge.to} ${edge.reactions.join()}`}
              d={wayOf(edge, placed, nodes, cornerOf)}
              fill="none"
              strokeWidth={walked(edge) ? 3 : 1.5}
              strokeDasharray={
                edge.reactions.length === 1 && edge.reactions[0] !== 'replied' ? '4 3' : undefined
              }
              className={walked(edge) ? 'stroke-accent' : colourOf(edge)}
            />
          ))}
        </svg>
        <ol>
          {nodes.map((node) => (
            <Node
              key={node.id}
              node={node}
              corner={cornerOf(node)}
              name={names[node.id] ?? ''}
              count={counts[node.id] ?? 0}
              href={hrefOf(node.id)}
              mark={here === node.id ? 'here' : path.includes(node.id) ? 'passed' : null}
              ways={edges.filter((edge) => edge.from === node.id).map((edge) => sayWay(edge, names))}
            />
          ))}
        </ol>
        {[...labels].map(([to, words]) => {
          const { left, top } = cornerOf(placed.get(to)!)
          const above = top > 0 ? top - (row - NODE.height) / 2 : 0
          return (
            <span
              key={to}
              aria-hidden="true"
              className="absolute -translate-x-1/2 -translate-y-1/2 rounded bg-surface px-1 text-center text-[0.6875rem] leading-[15px] whitespace-pre text-muted"
              style={{ left: left + NODE.width / 2, top: above }}
            >
              {words.join('\n')}
            </span>
          )
        })}
      </div>
    </section>
  )
}

interface NodeProps {
  node: PictureNode
  corner: Corner
  name: string
  count: number
  href: string
  mark: 'here' | 'passed' | null
  ways: string[]
}

function Node({ node, corner, name, count, href, mark, ways }: NodeProps) {
  const Icon = ICONS[node.type]
  const ends = node.ends.map((reaction) => (reaction ? REACTIONS[reaction] : 'then'))
  return (
    <li className="absolute" style={{ ...corner, ...NODE }}>
      <Link
        to={href}
        preventScrollReset
        className={clsx(
          'flex size-full flex-col justify-center rounded-md border bg-raised px-2 text-xs hover:bg-hover',
          mark === 'here'
            ? 'border-accent bg-accent-soft ring-1 ring-accent'
            : mark
              ? 'border-accent'
              : 'border-line-strong',
        )}
      >
        <span className="flex items-center gap-1.5 font-medium">
          <Icon className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
        <span className="truncate text-muted tabular-nums">
          {mark === 'here'
            ? 'here now'
            : count > 0
              ? `${count.toLocaleString('en-US')} here`
              : KINDS[node.type]}
        </span>
        <span className="sr-only">. {[...ways, ...ends.map((end) => `${end}: the end`)].join('; ')}</span>
        {ends.length > 0 && (
          <span className="truncate text-[0.6875rem] text-subtle" aria-hidden="true">
            {endWords(ends)}
          </span>
        )}
      </Link>
    </li>
  )
}

/** Short enough for a node's width. */
const endWords = (ends: string[]) =>
  ends.length === 3 ? 'then the end' : ends.length === 2 ? 'otherwise: end' : `${ends[0]}: end`

/** The labels above each step: the edges that lead there, each described once. */
function labelsOf(edges: PictureEdge[]): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const edge of edges)
    labels.set(edge.to, [...new Set([...(labels.get(edge.to) ?? []), shortWay(edge)])])
  return labels
}

const shortWay = ({ reactions, days }: PictureEdge) => {
  const when = days === 0 ? 'at once' : `${days} d`
  if (reactions.length === 1) return `${REACTIONS[reactions[0]!]} · ${when}`
  return when
}

const sayWay = ({ to, reactions, days }: PictureEdge, names: Record<string, string>) => {
  const when = days === 0 ? 'at once' : days === 1 ? 'after 1 day' : `after ${days} days`
  const why = reactions.map((reaction) => REACTIONS[reaction]).join(' or ')
  return `${why ? `${why}: ` : ''}${names[to] ?? ''} ${when}`
}

function colourOf({ reactions }: PictureEdge): string {
  if (reactions.length === 1 && reactions[0] === 'replied') return 'stroke-success'
  if (reactions.length === 1 && reactions[0] === 'opened_no_reply') return 'stroke-info'
  return 'stroke-control'
}

interface Corner {
  left: number
  top: number
}

/** The line from one step to another: straight down, or a curve around what lies between. */
function wayOf(
  edge: PictureEdge,
  placed: Map<string, PictureNode>,
  nodes: PictureNode[],
  cornerOf: (node: PictureNode) => Corner,
): string {
  const from = placed.get(edge.from)!
  const to = placed.get(edge.to)!
  const a = cornerOf(from)
  const b = cornerOf(to)
  const middle = NODE.width / 2
  const down = to.row > from.row
  const between = nodes.some((node) => node.column === to.column && node.row > from.row && node.row < to.row)
  if (from.column === to.column) {
    const x = a.left + middle
    if (down && !between) return `M ${x} ${a.top + NODE.height} L ${x} ${b.top}`
    const [y1, y2] = [a.top + NODE.height / 2, b.top + NODE.height / 2]
    const out = a.left - LEFT * 1.2
    return `M ${a.left} ${y1} C ${out} ${y1} ${out} ${y2} ${a.left} ${y2}`
  }
  if (to.column > from.column && down) {
    const [x1, y1] = [a.left + NODE.width, a.top + NODE.height / 2]
    if (!between) {
      const x2 = b.left + middle
      return `M ${x1} ${y1} C ${x2} ${y1} ${x2} ${y1} ${x2} ${b.top}`
    }
    // Down between the columns, then into its side.
    const [x, y2] = [b.left - LEFT, b.top + NODE.height / 2]
    return `M ${x1} ${y1} Q ${x} ${y1} ${x} ${y1 + LEFT} L ${x} ${y2 - LEFT} Q ${x} ${y2} ${b.left} ${y2}`
  }
  const [x1, y1] = [a.left + middle, a.top + (down ? NODE.height : 0)]
  const [x2, y2] = [b.left + (to.column > from.column ? 0 : NODE.width), b.top + NODE.height / 2]
  return `M ${x1} ${y1} C ${x1} ${y2} ${x1} ${y2} ${x2} ${y2}`
}
