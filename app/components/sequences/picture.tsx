import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Clock, ListPlus, Mail } from 'lucide-react'
import type { Picture, PictureEdge, PictureNode } from '~/engine/picture'

export interface SequencePictureProps {
  picture: Picture
  /** Names of the steps by id. */
  names: Record<string, string>
  /** How many people are at each step now. */
  counts?: Record<string, number>
  /** Where a step leads to. */
  hrefOf: (stepId: string) => string
  /** The steps that one person came by, in order. */
  path?: string[]
  /** The step where that person is, null after the end. */
  here?: string | null
}

/** In pixels. Two columns take 278, which is the inside of the card beside the steps. */
const NODE = { width: 120, height: 56 }
const LEFT = 14
const COLUMN = 144
const ROW = 98

const ICONS = { send_email: Mail, wait: Clock, add_to_persona: ListPlus }
const KINDS = { send_email: 'Send Email', wait: 'Wait', add_to_persona: 'Add to Email List' }
const REACTIONS = { not_opened: 'not opened', opened_no_reply: 'opened', replied: 'replied' }

/** The branching of a sequence: steps from top to bottom, side steps at the right, days on the ways between them. */
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
  const height = (nodes.length - 1) * ROW + NODE.height
  const walked = (edge: PictureEdge) =>
    path.some((id, index) => id === edge.from && path[index + 1] === edge.to)
  const ways = edges.map((edge) => ({ edge, way: wayOf(edge, placed, nodes) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Picture of the sequence" className="overflow-x-auto pb-1" tabIndex={0}>
      <div className="relative mx-auto" style={{ width, height }}>
        <svg width={width} height={height} className="absolute inset-0" aria-hidden="true">
          {ways.map(({ edge, way }) => (
            <path
              key={`${edge.from} ${edge.to} ${edge.reactions.join()}`}
              d={way.d}
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
              name={names[node.id] ?? ''}
              count={counts[node.id] ?? 0}
              href={hrefOf(node.id)}
              mark={here === node.id ? 'here' : path.includes(node.id) ? 'passed' : null}
              ways={edges.filter((edge) => edge.from === node.id).map((edge) => sayWay(edge, names))}
            />
          ))}
        </ol>
        {ways.map(({ edge, way }) => (
          <span
            key={`${edge.from} ${edge.to} ${edge.reactions.join()}`}
            aria-hidden="true"
            className="absolute -translate-x-1/2 -translate-y-1/2 rounded bg-surface px-1 text-[0.6875rem] leading-4 whitespace-nowrap text-muted"
            style={{ left: way.x, top: way.y }}
          >
            {shortWay(edge)}
          </span>
        ))}
      </div>
    </section>
  )
}

interface NodeProps {
  node: PictureNode
  name: string
  count: number
  href: string
  mark: 'here' | 'passed' | null
  ways: string[]
}

function Node({ node, name, count, href, mark, ways }: NodeProps) {
  const Icon = ICONS[node.type]
  const { left, top } = cornerOf(node)
  const ends = node.ends.map((reaction) => (reaction ? REACTIONS[reaction] : 'then'))
  return (
    <li className="absolute" style={{ left, top, ...NODE }}>
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
            {ends.length === 3 ? 'then the end' : `${ends.join(', ')}: end`}
          </span>
        )}
      </Link>
    </li>
  )
}

const cornerOf = (node: PictureNode) => ({ left: LEFT + node.column * COLUMN, top: node.row * ROW })

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

interface Way {
  d: string
  /** Where its label stands. */
  x: number
  y: number
}

/** The line from one step to another: straight down, or a curve beside what lies between. */
function wayOf(edge: PictureEdge, placed: Map<string, PictureNode>, nodes: PictureNode[]): Way {
  const from = placed.get(edge.from)!
  const to = placed.get(edge.to)!
  const a = cornerOf(from)
  const b = cornerOf(to)
  const middle = NODE.width / 2
  const down = to.row > from.row
  if (from.column === to.column) {
    const between = nodes.some(
      (node) => node.column === from.column && node.row > from.row && node.row < to.row,
    )
    const x = a.left + middle
    if (down && !between) {
      const [y1, y2] = [a.top + NODE.height, b.top]
      return { d: `M ${x} ${y1} L ${x} ${y2}`, x, y: (y1 + y2) / 2 }
    }
    const [y1, y2] = [a.top + NODE.height / 2, b.top + NODE.height / 2]
    const out = a.left - LEFT * 1.2
    return {
      d: `M ${a.left} ${y1} C ${out} ${y1} ${out} ${y2} ${a.left} ${y2}`,
      x: a.left + 10,
      y: y2 - NODE.height / 2 - 12,
    }
  }
  if (to.column > from.column && down) {
    const [x1, y1] = [a.left + NODE.width, a.top + NODE.height / 2]
    const [x2, y2] = [b.left + middle, b.top]
    return { d: `M ${x1} ${y1} C ${x2} ${y1} ${x2} ${y1} ${x2} ${y2}`, x: x2, y: Math.max(y2 - 14, y1 + 14) }
  }
  const [x1, y1] = [a.left + middle, a.top + (down ? NODE.height : 0)]
  const [x2, y2] = [b.left + (to.column > from.column ? 0 : NODE.width), b.top + NODE.height / 2]
  return { d: `M ${x1} ${y1} C ${x1} ${y2} ${x1} ${y2} ${x2} ${y2}`, x: x1, y: y1 + (down ? 14 : -14) }
}
