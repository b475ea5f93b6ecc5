import { Graph, layout } from '@dagrejs/dagre'

export interface Box {
  id: string
  width: number
  height: number
  /** On the main line, which runs straight down the left side. */
  isMain: boolean
}

/** A way between two boxes, with room for its label. */
export interface Way {
  id: string
  from: string
  to: string
  width: number
  height: number
  isMain: boolean
}

interface Point {
  x: number
  y: number
}

export interface Layout {
  /** The upper left corner of each box, by id. */
  corners: Map<string, Point>
  /** For each way, by id: its SVG path, and the center of its label. */
  ways: Map<string, { path: string; label: Point }>
  width: number
  height: number
}

/** Pixels between boxes of a rank, between two lines of a rank, and between two ranks of boxes (a rank of labels halves it). */
const SPACE = { nodesep: 40, edgesep: 28, ranksep: 60 }

/**
 * Places boxes from top to bottom and draws the ways between them. Within a rank lines run straight down, past the boxes; they move
 * sideways only between two ranks, where nothing stands. So no line runs through a box.
 * @param boxes in order: a way to an earlier box goes up
 */
export function layOut(boxes: readonly Box[], ways: readonly Way[]): Layout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', align: 'UL', ...SPACE })
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  const places = new Map(boxes.map(({ id }, index) => [id, index]))
  // All edges lead down: a graph without cycles.
  const lines = ways.map((way): Line => {
    const isUp = places.get(way.to)! < places.get(way.from)!
    const [from, to] = isUp ? [way.to, way.from] : [way.from, way.to]
    const { width, height, isMain } = way
    graph.setEdge(from, to, { width, height, labelpos: 'c', weight: isMain ? 8 : 1 }, way.id)
    return { way, from, to, isUp, inner: [], label: { x: 0, y: 0 } }
  })
  const main = boxes.filter(({ isMain }) => isMain)
  // Also where no way leads on in order, the main line goes down.
  for (const [index, { id }] of main.slice(1).entries())
    graph.setEdge(main[index]!.id, id, { weight: 1 }, SPINE + id)
  // A step that nothing leads to stays near the one before it.
  const reached = new Set(lines.map(({ to }) => to))
  for (const [index, { id }] of boxes.entries())
    if (index > 0 && !reached.has(id)) graph.setEdge(boxes[index - 1]!.id, id, { weight: 0 }, SPINE + id)
  const names = new Set([...main, ...ways.filter(({ isMain }) => isMain)].map(({ id }) => id))
  layout(graph, {
    customOrder: (parts, order) => {
      order(parts)
      putFirst(parts, (id, label) => names.has(label.dummy ? (label.edgeObj?.name ?? '') : id))
    },
  })
  for (const line of lines) {
    const { points, x, y } = graph.edge(line.from, line.to, line.way.id) as Point & { points: Point[] }
    // Without the ends, which are placed again.
    line.inner = points.slice(1, -1).map((point) => ({ ...point }))
    line.label = { x, y }
  }
  return draw(new Map(boxes.map(({ id }) => [id, { ...(graph.node(id) as Placed) }])), main, lines)
}

const SPINE = 'spine '

/** A way as it is laid out: `from` is above `to`. */
interface Line {
  way: Way
  from: string
  to: string
  isUp: boolean
  /** Where it passes each rank in between, from top to bottom. */
  inner: Point[]
  label: Point
}

type Parts = Parameters<NonNullable<NonNullable<Parameters<typeof layout>[1]>['customOrder']>>[0]
type PartLabel = ReturnType<Parts['node']>

/** Moves the main line's parts to the left of their ranks. */
function putFirst(parts: Parts, isMain: (id: string, label: PartLabel) => boolean): void {
  const ranks = new Map<number, { label: PartLabel; first: boolean }[]>()
  for (const id of parts.nodes()) {
    const label = parts.node(id)
    const rank = ranks.get(label.rank!) ?? []
    rank.push({ label, first: isMain(id, label) })
    ranks.set(label.rank!, rank)
  }
  for (const rank of ranks.values()) {
    rank.sort((a, b) => Number(b.first) - Number(a.first) || a.label.order! - b.label.order!)
    for (const [index, { label }] of rank.entries()) label.order = index
  }
}

interface Placed extends Point {
  width: number
  height: number
}

function draw(placed: Map<string, Placed>, main: readonly Box[], lines: readonly Line[]): Layout {
  straighten(main, placed, lines)
  const parts: Placed[] = [...placed.values(), ...lines.map(({ way, label }) => ({ ...way, ...label }))]
  const bends = lines.flatMap(({ inner }) => inner)
  const left = Math.min(...parts.map(({ x, width }) => x - width / 2), ...bends.map(({ x }) => x))
  const right = Math.max(...parts.map(({ x, width }) => x + width / 2), ...bends.map(({ x }) => x))
  for (const point of [...parts.slice(0, placed.size), ...bends, ...lines.map(({ label }) => label)])
    point.x -= left
  const halves = halvesOf(parts)
  const ports = portsOf(placed, lines)
  return {
    corners: new Map(
      [...placed].map(([id, { x, y, width, height }]) => [id, { x: x - width / 2, y: y - height / 2 }]),
    ),
    ways: new Map(
      lines.map(({ way, isUp, from, to, inner, label }) => {
        const [upper, lower] = ports.get(way.id)!
        const points = [placed.get(from)!, ...inner, placed.get(to)!]
        const ranks = points.map(({ x, y }) => ({ x, y, half: halves.get(y) ?? 0 }))
        const path = isUp ? pathOf(lower, ranks.reverse(), upper, -1) : pathOf(upper, ranks, lower, 1)
        return [way.id, { path, label }]
      }),
    ),
    width: right - left,
    height: Math.max(...[...placed.values()].map(({ y, height }) => y + height / 2)),
  }
}

/** Puts the main line's parts, which are the first of their ranks, below each other. They only move to the left: nothing is there. */
function straighten(main: readonly Box[], placed: Map<string, Placed>, lines: readonly Line[]): void {
  const parts: Point[] = [
    ...main.map(({ id }) => placed.get(id)!),
    ...lines.filter(({ way }) => way.isMain).flatMap(({ inner, label }) => [...inner, label]),
  ]
  const x = Math.min(...parts.map((part) => part.x))
  for (const part of parts) part.x = x
}

/** Half the height of each rank, by the height of its middle. */
function halvesOf(parts: readonly Placed[]): Map<number, number> {
  const halves = new Map<number, number>()
  for (const { y, height } of parts) halves.set(y, Math.max(halves.get(y) ?? 0, height / 2))
  return halves
}

/** Pixels between two lines at one side of a box. */
const STEP = 26

/** Where each way leaves its upper box and reaches its lower one. */
function portsOf(placed: Map<string, Placed>, lines: readonly Line[]): Map<string, [Point, Point]> {
  const ports = new Map(
    lines.map(({ way }) => [
      way.id,
      [
        { x: 0, y: 0 },
        { x: 0, y: 0 },
      ] as [Point, Point],
    ]),
  )
  for (const [id, box] of placed) {
    for (const below of [true, false]) {
      const side = lines
        .filter(({ from, to }) => (below ? from : to) === id)
        .map(({ way, inner }) => ({
          isMain: way.isMain,
          port: ports.get(way.id)![below ? 0 : 1],
          next: inner.at(below ? 0 : -1)!,
        }))
        .sort((a, b) => a.next.x - b.next.x)
      const straight = side.findIndex(({ isMain }) => isMain)
      const middle = straight < 0 ? (side.length - 1) / 2 : straight
      const step = Math.min(STEP, (box.width / 2 - STEP / 2) / Math.max(1, side.length - 1))
      for (const [index, { port }] of side.entries()) {
        port.x = box.x + (index - middle) * step
        port.y = box.y + ((below ? 1 : -1) * box.height) / 2
      }
    }
  }
  return ports
}

/**
 * A path from `a` to `b` that moves sideways only between the ranks.
 * @param ranks all ranks on the way, with where it passes them
 * @param down 1 for a path down, -1 for one up
 */
function pathOf(a: Point, ranks: readonly (Point & { half: number })[], b: Point, down: 1 | -1): string {
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`
  const parts = [`M ${at(a)}`]
  let last = a
  const lineTo = (point: Point) => {
    if (point.x !== last.x || point.y !== last.y) parts.push(`L ${at(point)}`)
    last = point
  }
  for (const [index, { x, y, half }] of ranks.entries()) {
    const [first, end] = [index === 0, index === ranks.length - 1]
    const point = { x: first ? a.x : end ? b.x : x, y: y - down * half }
    if (!first && point.x === last.x) lineTo(point)
    else if (!first) {
      const middle = (last.y + point.y) / 2
      parts.push(`C ${at({ x: last.x, y: middle })} ${at({ x: point.x, y: middle })} ${at(point)}`)
      last = point
    }
    lineTo(end ? b : { x: point.x, y: y + down * half })
  }
  return parts.join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
