import { startOfDay } from '~/engine/calendar'
import { onDue } from '~/engine/decide'
import { newEnrollment, onSent, startEnrollment } from '~/engine/events'
import { replan } from '~/engine/replan'
import { onAutoReply, onReply } from '~/engine/replies'
import type {
  Branch,
  EnrollmentState,
  Next,
  PlanStep,
  Reaction,
  SendFacts,
  SequencePlan,
  Snapshot,
} from '~/engine/types'
import { facts, list, mail, sentMail, sequence, snapshot, to, utc, wait } from './support/build'

/**
 * One written case. Times are UTC to the minute; what happens at a local time is explained in `why`.
 * - `steps`: "A 09:00", "A 09:00 +2d" (delay), "A 09:00 skip" (weekends), "A 09:00 24h" (window, else 48 h),
 *   "A 09:00 opened=C+3d replied=end" (branches with wait days), "W wait 36h", "W wait 2d", "W wait 2d =C", "L list",
 *   "gone A 09:00" (deleted), "side A 09:00" (a side step); parted by ";", in their order.
 * - `story`: "sent", "ends" (the window or wait that is open), "opened <utc>", "reply <utc>", "due <utc>" (the row is
 *   looked at then), "edit <utc> <steps>", "zone <utc> <zone>", "resume <utc>", "back <utc> <date>" (out of office).
 * - `due`: what is planned then: "A 2026-11-02T09:00" an email, "A ends …" a window, "W ends …" a wait, "L …" a list
 *   step, "send A …" an email that may leave now with its planned time, "end", "held out_of_office …".
 */
export interface CalendarCase {
  name: string
  zone: string
  steps: string
  /** The time of enrollment; the sequence was activated before, unless `activated` is set. */
  enrolled: string
  activated?: string
  startDate?: string
  story?: string[]
  due: string
  why: string
}

/** Plays a case through the engine and formats the final plan like `due`. */
export function play(row: CalendarCase): string {
  let s = snapshot(planOf(row), {
    enrollment: newEnrollment('e1', utcMinute(row.enrolled)),
    now: utcMinute(row.enrolled),
  })
  let last = decide(s, startEnrollment(s))
  for (const line of row.story ?? []) {
    s = last.s
    const [verb = '', at = '', ...rest] = line.split(' ')
    last = HAPPENINGS[verb]!(s, at, rest.join(' '))
  }
  return last.said
}

interface Turn {
  s: Snapshot
  said: string
}

const HAPPENINGS: Record<string, (s: Snapshot, at: string, rest: string) => Turn> = {
  sent(s) {
    const { action } = s.enrollment
    const leaving = { ...s, now: action!.at }
    const decision = onDue(leaving)
    if (decision.type !== 'send') throw new Error(`Not sent: ${decision.type}`)
    const lastSend = sentMail(decision.stepId, decision.plannedAt, { visit: decision.visit })
    return decide({ ...leaving, facts: facts({ lastSend }) }, onSent(leaving, decision))
  },
  ends: (s) => dueAt(s, s.enrollment.action!.at),
  due: (s, at) => dueAt(s, utcMinute(at)),
  opened: (s, at) => seen(s, { openedAt: utcMinute(at) }),
  reply(s, at) {
    const now = { ...s, now: utcMinute(at) }
    return decide(now, onReply(now, { stepId: s.facts.lastSend!.stepId, at: now.now }))
  },
  edit: (s, at, steps) => replanned(s, at, { steps: steps.split(';').map(stepOf) }),
  zone: (s, at, timezone) => replanned(s, at, { timezone }),
  resume: (s, at) => replanned(s, at, {}),
  back(s, at, date) {
    const now = { ...s, now: utcMinute(at) }
    return decide(now, onAutoReply(now, startOfDay(date, s.plan.timezone)))
  },
}

function dueAt(s: Snapshot, now: Date): Turn {
  const looked = { ...s, now }
  return decide(looked, onDue(looked))
}

function seen(s: Snapshot, more: Partial<SendFacts>): Turn {
  const lastSend = { ...s.facts.lastSend!, ...more }
  return { s: { ...s, facts: { ...s.facts, lastSend } }, said: '' }
}

function replanned(s: Snapshot, at: string, change: Partial<SequencePlan>): Turn {
  const edited = { ...s, plan: { ...s.plan, ...change }, now: utcMinute(at) }
  return decide(edited, replan(edited))
}

function decide(s: Snapshot, decision: ReturnType<typeof onDue>): Turn {
  const after = { ...s, enrollment: decision.enrollment }
  if (decision.type === 'send')
    return { s: after, said: `send ${decision.stepId} ${minute(decision.plannedAt)}` }
  return { s: after, said: planned(decision.enrollment) }
}

function planned({ status, action, holdReason, heldUntil }: EnrollmentState): string {
  if (status !== 'active') return 'end'
  if (holdReason) return `held ${holdReason} ${heldUntil ? minute(heldUntil) : 'open'}`
  if (!action) return 'nothing'
  const ends = action.kind === 'decide' || action.kind === 'wait' ? ' ends' : ''
  return `${action.stepId}${ends} ${minute(action.at)}`
}

/** Seconds are written only if they are not zero. */
const minute = (at: Date): string => at.toISOString().replace(/(:00)?\.000Z$/, '')
const utcMinute = (text: string): Date => utc(text.length === 16 ? `${text}:00` : text)

function planOf({ zone, steps, activated, startDate, enrolled }: CalendarCase): SequencePlan {
  return sequence(steps.split(';').map(stepOf), {
    timezone: zone,
    activatedAt: utcMinute(activated ?? enrolled),
    startDate: startDate ? startOfDay(startDate, zone) : null,
  })
}

function stepOf(text: string, index: number): PlanStep {
  const [, marks = '', described = ''] = /^((?:(?:gone|side) )*)(.*)$/.exec(text.trim()) ?? []
  const [id = '', kind = '', ...words] = described.split(/\s+/)
  const step = bareStep(id, kind, words, index + 1)
  return { ...step, archived: marks.includes('gone'), branchOnly: marks.includes('side') }
}

function bareStep(id: string, kind: string, words: string[], order: number): PlanStep {
  const named = words.find((word) => word.startsWith('='))?.slice(1)
  if (kind === 'list') return list(id, order, nextOf(named))
  if (kind === 'wait') {
    const [, amount, unit] = /^(\d+)([hd])$/.exec(words[0] ?? '') ?? []
    return wait(id, order, Number(amount), unit === 'h' ? 'hours' : 'days', nextOf(named))
  }
  const [sendHour = 0, sendMinute = 0] = kind.split(':').map(Number)
  const delay = words.find((word) => /^\+\d+d$/.test(word))
  const window = words.find((word) => /^\d+h$/.test(word))
  const on: Partial<Record<Reaction, Branch>> = {}
  for (const word of words) {
    const [, reaction, next, days] = /^(opened|not_opened|replied)=(\w+)(?:\+(\d+)d)?$/.exec(word) ?? []
    if (reaction)
      on[reaction === 'opened' ? 'opened_no_reply' : (reaction as Reaction)] = {
        waitDays: Number(days ?? 0),
        next: nextOf(next),
      }
  }
  return mail(id, order, {
    sendHour,
    sendMinute,
    delayDays: Number(delay?.slice(1, -1) ?? 0),
    skipWeekends: words.includes('skip'),
    ...(window ? { windowMinutes: Number(window.slice(0, -1)) * 60 } : {}),
    on,
  })
}

const nextOf = (name: string | undefined): Next =>
  !name || name === 'default' ? { kind: 'default' } : name === 'end' ? { kind: 'end' } : to(name)
