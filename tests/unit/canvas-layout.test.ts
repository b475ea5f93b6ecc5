import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphOf } from '~/components/sequences/canvas/graph'
import { type Layout, layOut } from '~/components/sequences/canvas/layout'
import type { StepView } from '~/components/sequences/step-view'
import { caseCount } from '../support/sizes'
import { randomSteps } from './support/random-steps'

interface Rect {
  id: string
  left: number
  top: number
  right: number
  bottom: number
}

/** Random sequences, laid out with random heights of their cards. */
const drawings = fc
  .tuple(randomSteps(14), fc.array(fc.integer({ min: 60, max: 260 }), { minLength: 14, maxLength: 14 }))
  .map(([steps, heights]) => {
    const { nodes, edges } = graphOf(steps as unknown as StepView[])
    const boxes = nodes.map((node, index) =>
      node.type === 'step'
        ? { ...node, width: 280, height: heights[index % heights.length]! }
        : { ...node, width: 90, height: 28 },
    )
    const ways = edges.map((edge) => ({ ...edge, width: 120, height: 24 }))
    return { steps, boxes, ways, drawn: layOut(boxes, ways) }
  })

const rectsOf = (
  boxes: readonly { id: string; width: number; height: number }[],
  { corners }: Layout,
): Rect[] =>
  boxes.map(({ id, width, height }) => {
    const { x, y } = corners.get(id)!
    return { id, left: x, top: y, right: x + width, bottom: y + height }
  })

/** Points along a path of lines and cubic curves. */
function pointsOn(path: string): [number, number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (const [, kind, text] of path.matchAll(/([MLC]) ([^MLC]+)/g)) {
    const n = text!.trim().split(/\s+/).map(Number)
    const [x2, y2] = n.slice(-2) as [number, number]
    for (let i = 0; kind !== 'M' && i <= 20; i += 1) {
      const t = i / 20
      const u = 1 - t
      if (kind === 'L') points.push([u * x + t * x2, u * y + t * y2])
      else {
        const at = (from: number, one: number, two: number, to: number) =>
          u ** 3 * from + 3 * u * u * t * one + 3 * u * t * t * two + t ** 3 * to
        points.push([at(x, n[0]!, n[2]!, x2), at(y, n[1]!, n[3]!, y2)])
      }
    }
    ;[x, y] = [x2, y2]
  }
  return points
}

const SLACK = 0.5
const isInside = ([x, y]: [number, number], { left, top, right, bottom }: Rect) =>
  x > left + SLACK && x < right - SLACK && y > top + SLACK && y < bottom - SLACK

const overlap = (a: Rect, b: Rect) =>
  a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK

test('no line of a random sequence runs through a card', () => {
  fc.assert(
    fc.property(drawings, ({ boxes, ways, drawn }) => {
      const rects = rectsOf(boxes, drawn)
      const crossed = ways.flatMap(({ id }) => {
        const points = pointsOn(drawn.ways.get(id)!.path)
        return rects
          .filter((rect) => points.some((point) => isInside(point, rect)))
          .map((rect) => [id, rect.id])
      })
      expect(crossed).toEqual([])
    }),
    { numRuns: caseCount(200) },
  )
})

test('cards and labels of a random sequence do not overlap', () => {
  fc.assert(
    fc.property(drawings, ({ boxes, ways, drawn }) => {
      const rects = [
        ...rectsOf(boxes, drawn),
        ...ways.map(({ id, width, height }) => {
          const { x, y } = drawn.ways.get(id)!.label
          return {
            id,
            left: x - width / 2,
            top: y - height / 2,
            right: x + width / 2,
            bottom: y + height / 2,
          }
        }),
      ]
      const meeting = rects.flatMap((a, index) =>
        rects.slice(index + 1).flatMap((b) => (overlap(a, b) ? [[a.id, b.id]] : [])),
      )
      expect(meeting).toEqual([])
    }),
    { numRuns: caseCount(200) },
  )
})

test('the main line runs straight down, and every line starts and ends at its cards', () => {
  fc.assert(
    fc.property(drawings, ({ boxes, ways, drawn }) => {
      const rects = new Map(rectsOf(boxes, drawn).map((rect) => [rect.id, rect]))
      const middles = boxes
        .filter(({ isMain }) => isMain)
        .map(({ id }) => {
          const { left, right } = rects.get(id)!
          return (left + right) / 2
        })
      for (const middle of middles) expect(middle).toBeCloseTo(middles[0]!, 1)
      for (const way of ways) {
        const points = pointsOn(drawn.ways.get(way.id)!.path)
        for (const [id, [x, y]] of [
          [way.from, points[0]!],
          [way.to, points.at(-1)!],
        ] as const) {
          const { left, right, top, bottom } = rects.get(id)!
          expect(x).toBeGreaterThanOrEqual(left)
          expect(x).toBeLessThanOrEqual(right)
          expect(Math.min(Math.abs(y - top), Math.abs(y - bottom))).toBeLessThan(0.5)
        }
      }
    }),
    { numRuns: caseCount(200) },
  )
})
