import { describe, expect, it } from 'vitest'
import { firstStep, linksTo, liveNext, mainLine, resolveNext, waitDaysOf } from '~/engine/graph'
import type { PlanStep, Reaction } from '~/engine/types'
import { END, list, mail, sequence, side, to, wait } from './support/build'

const ids = (steps: readonly PlanStep[]) => steps.map((step) => step.id).join('')

/** Where a step leads: the next id, or why it ends. */
function next(
  steps: PlanStep[],
  from: string,
  reaction: Reaction | null,
  visits: Record<string, number> = {},
): string {
  const result = resolveNext(sequence(steps), { [from]: 1, ...visits }, { stepId: from, reaction })
  return result.kind === 'step' ? result.step.id : result.reason
}

describe('main line and side steps', () => {
  it('orders steps by position, then id', () => {
    expect(ids(mainLine(sequence([mail('c', 2), mail('b', 1), mail('a', 2)])))).toBe('bac')
  })

  it('leaves side steps out of the main line', () => {
    const steps = [mail('a', 1, { on: { replied: to('t') } }), side(mail('t', 2)), mail('b', 3)]
    expect(ids(mainLine(sequence(steps)))).toBe('ab')
  })

  it('keeps a step on the main line that a branch leads to', () => {
    const steps = [mail('a', 1, { on: { not_opened: to('c') } }), mail('b', 2), mail('c', 3)]
    expect(ids(mainLine(sequence(steps)))).toBe('abc')
  })

  it('keeps a side step whose branch was deleted out of the main line', () => {
    const steps = [
      mail('a', 1, { archived: true, on: { not_opened: to('b') } }),
      side(mail('b', 2)),
      mail('c', 3),
    ]
    expect(ids(mainLine(sequence(steps)))).toBe('c')
  })

  it('starts at the first main-line step, or at the first step if all are side steps', () => {
    expect(firstStep(sequence([side(mail('t', 1)), mail('a', 2)]))?.id).toBe('a')
    expect(firstStep(sequence([side(mail('a', 1)), side(mail('b', 2))]))?.id).toBe('a')
    expect(firstStep(sequence([]))).toBeNull()
    expect(firstStep(sequence([mail('a', 1, { archived: true })]))).toBeNull()
  })
})

describe('what comes next', () => {
  const line = [mail('a', 1), mail('b', 2), mail('c', 3)]

  it.each([
    ['not opened', 'not_opened', 'b'],
    ['opened', 'opened_no_reply', 'b'],
    ['replied', 'replied', 'finished'],
  ] as const)('defaults after %s', (_name, reaction, expected) => {
    expect(next(line, 'a', reaction)).toBe(expected)
  })

  it('skips visited main-line steps and ends after the last', () => {
    expect(next(line, 'a', 'not_opened', { b: 1 })).toBe('c')
    expect(next(line, 'c', 'not_opened')).toBe('finished')
  })

  it('ends by default after a side step', () => {
    const steps = [mail('a', 1, { on: { not_opened: to('s') } }), side(mail('s', 2)), mail('b', 3)]
    expect(next(steps, 'a', 'not_opened')).toBe('s')
    expect(next(steps, 's', 'opened_no_reply')).toBe('finished')
    expect(next(steps, 'a', 'opened_no_reply')).toBe('b')
  })

  it('follows a chosen step or the end', () => {
    const steps = [mail('a', 1, { on: { not_opened: END, replied: to('c') } }), ...line.slice(1)]
    expect(next(steps, 'a', 'not_opened')).toBe('finished')
    expect(next(steps, 'a', 'replied')).toBe('c')
  })

  it('continues after Wait and Add to Email List steps', () => {
    const steps = [wait('w', 1, 1, 'days', END), list('l', 2), mail('a', 3)]
    expect(next(steps, 'w', null)).toBe('finished')
    expect(next(steps, 'l', null)).toBe('a')
  })

  it('ends at the loop limit before a fourth visit', () => {
    const steps = [mail('a', 1, { on: { not_opened: to('a') } })]
    expect(next(steps, 'a', 'not_opened', { a: 2 })).toBe('a')
    expect(next(steps, 'a', 'not_opened', { a: 3 })).toBe('loop_limit')
  })

  it('treats a link to a deleted or unknown step as the end', () => {
    const steps = [
      mail('a', 1, { on: { not_opened: to('x'), opened_no_reply: to('gone') } }),
      mail('b', 2),
      mail('x', 3, { archived: true }),
    ]
    expect(next(steps, 'a', 'not_opened')).toBe('finished')
    expect(next(steps, 'a', 'opened_no_reply')).toBe('finished')
    expect(liveNext(sequence(steps), to('x'))).toEqual(END)
    expect(liveNext(sequence(steps), to('b'))).toEqual(to('b'))
  })

  it('leaves a deleted step by its default', () => {
    const steps = [
      mail('a', 1, { archived: true, on: { not_opened: END, replied: to('c') } }),
      mail('b', 2),
      mail('c', 3),
    ]
    expect(next(steps, 'a', 'not_opened')).toBe('b')
    expect(next(steps, 'a', 'replied')).toBe('finished')
  })

  it('lists the links that deleting a step breaks', () => {
    const steps = [
      mail('a', 1, { on: { not_opened: to('x'), replied: to('x') } }),
      wait('w', 2, 1, 'days', to('x')),
      mail('x', 3),
    ]
    expect(linksTo(sequence(steps), 'x')).toEqual([
      { stepId: 'a', reaction: 'not_opened' },
      { stepId: 'a', reaction: 'replied' },
      { stepId: 'w', reaction: null },
    ])
  })

  it('returns the wait days of a branch', () => {
    const plan = sequence([
      mail('a', 1, { on: { opened_no_reply: { waitDays: 4, next: END } } }),
      wait('w', 2, 1, 'days'),
    ])
    expect(waitDaysOf(plan, { stepId: 'a', reaction: 'opened_no_reply' })).toBe(4)
    expect(waitDaysOf(plan, { stepId: 'w', reaction: null })).toBe(0)
    expect(waitDaysOf(plan, null)).toBe(0)
  })
})
