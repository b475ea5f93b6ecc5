import { localDay } from '~/engine/calendar'
import {
  isSame,
  type Names,
  SETTING_KEYS,
  type SequenceContent,
  type SettingsContent,
  type StepContent,
} from './content'
import { stepChanges } from './step-difference'

/** What changed in one part of a sequence: "Step 2: Follow-up", and the changes in words. */
export interface Difference {
  /** `Settings`, `Order`, or the step's position and name. */
  part: string
  changes: string[]
}

/** The differences between two states of a sequence, in words. */
export function differencesOf(before: SequenceContent, after: SequenceContent, names: Names): Difference[] {
  const settings = settingChanges(before.settings, after.settings, names)
  return [
    ...(settings.length > 0 ? [{ part: 'Settings', changes: settings }] : []),
    ...stepDifferences(before.steps, after.steps, names),
    ...orderDifference(before.steps, after.steps),
  ]
}

function stepDifferences(
  before: readonly StepContent[],
  after: readonly StepContent[],
  names: Names,
): Difference[] {
  const old = new Map(before.map((step) => [step.id, step]))
  const kept = new Set(after.map(({ id }) => id))
  const titled = (steps: readonly StepContent[], step: StepContent) =>
    `Step ${steps.indexOf(step) + 1}: ${step.name}`
  return [
    ...after.flatMap((step) => {
      const was = old.get(step.id)
      if (!was) return [{ part: titled(after, step), changes: ['added'] }]
      const changes = stepChanges({ was, is: step, before, after, names })
      return changes.length > 0 ? [{ part: titled(after, step), changes }] : []
    }),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map((step) => ({ part: titled(before, step), changes: ['deleted'] })),
  ]
}

/** The new order, if steps that are in both states changed places. */
function orderDifference(before: readonly StepContent[], after: readonly StepContent[]): Difference[] {
  const common = (steps: readonly StepContent[], others: readonly StepContent[]) =>
    steps.map(({ id }) => id).filter((id) => others.some((other) => other.id === id))
  if (isSame(common(before, after), common(after, before))) return []
  const listed = (steps: readonly StepContent[]) => steps.map(({ name }) => name).join(', ')
  return [{ part: 'Order', changes: [`${listed(after)} instead of ${listed(before)}`] }]
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const LABELS: Record<keyof SettingsContent, string> = {
  name: 'Name',
  description: 'Description',
  timezone: 'Timezone',
  useContactTimezone: 'Contact’s time zone',
  skipWeekends: 'Skip weekends',
  sendDays: 'Sends on',
  latestSendTime: 'Latest time',
  holidays: 'Public holidays',
  holidayDates: 'Days without emails',
  startDate: 'Start date',
  contactLimit: 'Contact limit',
  maxEmailsPerContactPerWeek: 'Emails per contact in 7 days',
  senderAccountId: 'Sender account',
  mailboxIds: 'Mailboxes',
  preferSameProvider: 'Mailbox of the same provider',
  sendAsEmail: 'Send-as alias',
  trackingEnabled: 'Track opens',
}

function settingChanges(before: SettingsContent, after: SettingsContent, names: Names): string[] {
  return SETTING_KEYS.filter((key) => !isSame(before[key], after[key])).map((key) =>
    key === 'description'
      ? 'Description changed'
      : `${LABELS[key]}: ${settingWords(after, key, names)} instead of ${settingWords(before, key, names)}`,
  )
}

function settingWords(settings: SettingsContent, key: keyof SettingsContent, names: Names): string {
  const value = settings[key]
  if (key === 'sendDays') return settings.sendDays?.map((day) => DAYS[day - 1]).join(', ') ?? 'every day'
  if (key === 'startDate')
    return settings.startDate ? localDay(new Date(settings.startDate), settings.timezone) : 'none'
  const mailbox = (id: string) => names[id] ?? 'a deleted mailbox'
  if (key === 'senderAccountId')
    return settings.senderAccountId ? mailbox(settings.senderAccountId) : 'the default'
  if (key === 'mailboxIds') return settings.mailboxIds.map(mailbox).join(', ') || 'none'
  if (key === 'holidayDates') return settings.holidayDates.join(', ') || 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null ? 'none' : String(value)
}
