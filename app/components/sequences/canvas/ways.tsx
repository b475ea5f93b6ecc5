import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import type { BranchName, Link } from '~/models/sequences/flow/links'
import { InsertLink } from '../flow/insert-link'
import { sayBranches } from '../flow/time-words'
import type { WayEdge } from './nodes'

/** Pixels of a letter of a label, at most on average, and of the "+". */
const LETTER = 7
const PLUS = 24

/** The room that the label of a way needs. */
export function labelSize({ branches }: Link): { width: number; height: number } {
  const text = sayBranches(branches)
  return { width: PLUS + (text ? text.length * LETTER + 24 : 0), height: PLUS }
}

const COLORS: Record<BranchName, string> = {
  notOpened: 'var(--warning)',
  openedNoReply: 'var(--info)',
  replied: 'var(--success)',
  nextAction: 'var(--control)',
}

export const wayColor = ({ branches }: Link) => COLORS[branches.length === 1 ? branches[0]! : 'nextAction']

/** A way between two steps, with its reaction and the "+" that inserts a step. */
function Way({ id, data, markerEnd }: EdgeProps<WayEdge>) {
  const { link, label, path, sequenceId, nameOf } = data!
  if (!path || !label) return null
  const text = sayBranches(link.branches)
  const color = wayColor(link)
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={markerEnd}
        style={{ stroke: color, strokeWidth: 1.5 }}
        interactionWidth={0}
      />
      <EdgeLabelRenderer>
        <div
          className="nodrag nopan pointer-events-auto absolute flex items-center gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
        >
          {text && (
            <span
              className="inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-xs whitespace-nowrap text-muted"
              aria-hidden="true"
            >
              <span className="size-1.5 rounded-full" style={{ background: color }} />
              {text}
            </span>
          )}
          <InsertLink sequenceId={sequenceId} way={link} nameOf={nameOf} />
        </div>
      </EdgeLabelRenderer>
    </>
  )
}

export const WAY_TYPES = { way: Way }
