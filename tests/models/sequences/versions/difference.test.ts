import { expect, test } from 'vitest'
import type { SequenceContent, SettingsContent, StepContent } from '~/models/sequences/versions/content'
import { differencesOf } from '~/models/sequences/versions/difference'

const NAMES = { t1: 'Intro', t2: 'Other', copy: 'Intro', l1: 'CTOs', m1: 'ann@sender.example' }
const one = (templateId: string | null, weight = 1, active = true) => ({ templateId, weight, active })

const mail = (id: string, more: Partial<StepContent> = {}) =>
  ({
    ...{
      id,
      name: id.toUpperCase(),
      order: 1,
      stepType: 'send_email',
      delayDays: 1,
      sendHour: 9,
      sendMinute: 0,
    },
    ...{ reactionWindowHours: 48, reactionWindowMinutes: 0, templateId: 't1', variants: [one('t1')] },
    ...{ skipWeekends: false, sameThread: false, branchOnly: false },
    ...{ notOpenedNext: 'default', notOpenedStepId: null, notOpenedWaitDays: 0 },
    ...{ openedNoReplyNext: 'default', openedNoReplyStepId: null, openedNoReplyWaitDays: 0 },
    ...{ repliedNext: 'default', repliedStepId: null, repliedWaitDays: 0 },
    ...{ waitValue: null, waitUnit: null, nextActionType: null, nextActionStepId: null, personaId: null },
    ...more,
  }) as StepContent
const wait = (id: string, more: Partial<StepContent> = {}) =>
  mail(id, { stepType: 'wait', templateId: null, variants: [], waitValue: 2, waitUnit: 'days', ...more })

const SETTINGS = {
  ...{ name: 'S', description: null, timezone: 'UTC', useContactTimezone: false, skipWeekends: false },
  ...{ sendDays: null, latestSendTime: null, holidays: null, holidayDates: [], startDate: null },
  ...{ contactLimit: null, maxEmailsPerContactPerWeek: null, senderAccountId: null, mailboxIds: [] },
  ...{ sendAsEmail: null, preferSameProvider: false, trackingEnabled: true },
} satisfies SettingsContent

const content = (steps: StepContent[], settings: Partial<SettingsContent> = {}): SequenceContent => ({
  settings: { ...SETTINGS, ...settings },
  steps,
})
const changes = (before: StepContent[], after: StepContent[]) =>
  differencesOf(content(before), content(after), NAMES).map(
    (found) => `${found.part}: ${found.changes.join('; ')}`,
  )

test.each<[Partial<StepContent>, string]>([
  [{ sendHour: 10, sendMinute: 5 }, 'sent at 10:05 instead of 09:00'],
  [{ delayDays: 0 }, 'waits 0 days instead of 1 day'],
  [{ reactionWindowHours: 1, reactionWindowMinutes: 30 }, 'reaction window 1 h 30 min instead of 48 h'],
  [{ variants: [one('t2')], templateId: 't2' }, 'template Other instead of Intro'],
  [{ variants: [one('copy')], templateId: 'copy' }, 'another template named Intro'],
  [{ variants: [one(null)], templateId: null }, 'no template instead of Intro'],
  [{ variants: [one('gone')] }, 'template (deleted) instead of Intro'],
  [
    { variants: [one('t1', 2), one('t2', 1, false)] },
    'templates Intro (2), Other (off) instead of template Intro',
  ],
  [{ skipWeekends: true, sameThread: true }, 'skips weekends; in the same thread'],
  [{ branchOnly: true }, 'branch only instead of on the main line'],
  [
    { notOpenedNext: 'step', notOpenedStepId: 'b', notOpenedWaitDays: 2 },
    'not opened: B after 2 days instead of the default',
  ],
  [{ repliedNext: 'step', repliedStepId: 'deleted' }, 'replied: the end instead of the default'],
  [{ name: 'New' }, 'renamed from A'],
])('%o of an email reads "%s"', (change, words) => {
  const after = mail('a', change)
  expect(changes([mail('a'), mail('b')], [after, mail('b')])).toEqual([`Step 1: ${after.name}: ${words}`])
})

test('reads changes of other steps', () => {
  expect(changes([wait('w')], [wait('w', { waitValue: 3, waitUnit: 'hours' })])).toEqual([
    'Step 1: W: waits 3 hours instead of 2 days',
  ])
  expect(changes([wait('w')], [wait('w', { nextActionType: 'end' })])).toEqual([
    'Step 1: W: then the end instead of the default',
  ])
  const list = (personaId: string | null) => wait('l', { stepType: 'add_to_persona', personaId })
  expect(changes([list('l1')], [list(null)])).toEqual([
    'Step 1: L: adds to a deleted email list instead of CTOs',
  ])
  expect(changes([mail('a')], [wait('a')])[0]).toMatch(/^Step 1: A: Wait instead of Send Email/)
})

test('reads new, deleted, renamed and moved steps', () => {
  const [a, b, c] = [mail('a'), mail('b'), mail('c')]
  expect(changes([a, b], [a, b, c])).toEqual(['Step 3: C: added'])
  expect(changes([a, b], [b])).toEqual(['Step 1: A: deleted'])
  expect(changes([a, b, c], [c, a, b])).toEqual(['Order: C, A, B instead of A, B, C'])
  // A branch to a renamed step has not changed.
  const leads = mail('a', { notOpenedNext: 'step', notOpenedStepId: 'b' })
  expect(changes([leads, b], [leads, mail('b', { name: 'New' })])).toEqual(['Step 2: New: renamed from B'])
})

test.each<[Partial<SettingsContent>, string]>([
  [{ timezone: 'Asia/Tokyo' }, 'Timezone: Asia/Tokyo instead of UTC'],
  [{ sendDays: [1, 5] }, 'Sends on: Mon, Fri instead of every day'],
  [{ trackingEnabled: false }, 'Track opens: off instead of on'],
  [{ contactLimit: 5 }, 'Contact limit: 5 instead of none'],
  [{ startDate: '2026-11-30T00:00:00.000Z' }, 'Start date: 2026-11-30 instead of none'],
  [{ mailboxIds: ['m1', 'gone'] }, 'Mailboxes: ann@sender.example, a deleted mailbox instead of none'],
  [{ senderAccountId: 'm1' }, 'Sender account: ann@sender.example instead of the default'],
  [{ holidayDates: ['2026-12-24'] }, 'Days without emails: 2026-12-24 instead of none'],
  [{ description: 'New' }, 'Description changed'],
])('%o of the settings reads "%s"', (change, words) => {
  expect(differencesOf(content([]), content([], change), NAMES)).toEqual([
    { part: 'Settings', changes: [words] },
  ])
})
