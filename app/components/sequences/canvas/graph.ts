import { type Link, linksOf } from '~/models/sequences/flow/links'
import type { StepView } from '../step-view'

const START = 'start'

export interface CanvasNode {
  id: string
  type: 'start' | 'step' | 'end'
  isMain: boolean
}

export interface CanvasEdge {
  id: string
  /** Ids of nodes. */
  from: string
  to: string
  isMain: boolean
  link: Link
}

/**
 * The nodes and edges of the canvas: a start, the steps, and an end for each way that ends.
 * @param steps all steps of the sequence, in order
 */
export function graphOf(steps: readonly StepView[]): { nodes: CanvasNode[]; edges: CanvasEdge[] } {
  const links = linksOf(steps)
  const main = steps.filter((step) => !step.branchOnly).map(({ id }) => id)
  const line = [null, ...(main.length > 0 ? main : steps.slice(0, 1).map(({ id }) => id))]
  /** The links of the main line: the first from each of its steps to the next one, and from the last one to the end. */
  const straight = new Set(
    line.map((from, index) =>
      links.find(
        (link) =>
          link.from === from &&
          link.to === (line[index + 1] ?? null) &&
          (link.to !== null || !link.branches.includes('replied')),
      ),
    ),
  )
  const edges = links.map((link): CanvasEdge => {
    const id = `${link.from ?? START} ${link.branches.join()} ${link.days}`
    return {
      id,
      from: link.from ?? START,
      to: link.to ?? `end ${id}`,
      isMain: straight.has(link),
      link,
    }
  })
  return {
    nodes: [
      { id: START, type: 'start', isMain: true },
      ...steps.map(({ id }): CanvasNode => ({ id, type: 'step', isMain: line.includes(id) })),
      ...edges.flatMap(({ to, isMain, link }): CanvasNode[] =>
        link.to === null ? [{ id: to, type: 'end', isMain }] : [],
      ),
    ],
    edges,
  }
}
