import type { Sequence } from '../sequence'
import type { Step } from '../step'

/** The settings that a version of a sequence keeps: all that the user can change, except the status. */
export interface SettingsContent
  extends Omit<
    Sequence,
    'id' | 'startDate' | 'personaId' | 'totalContacts' | 'status' | 'createdAt' | 'updatedAt'
  > {
  /** An ISO moment, or null. */
  startDate: string | null
}

/** A step as a version keeps it. Branch targets are as stored: a target that is not among the steps means the end. */
export type StepContent = Omit<Step, 'sequenceId' | 'createdAt'>

/** What a version of a sequence keeps: its settings and its steps in order. */
export interface SequenceContent {
  settings: SettingsContent
  steps: StepContent[]
}

/** The fields that a version keeps of the settings, in the order in which differences are listed. */
export const SETTING_KEYS = [
  ...(['name', 'description', 'timezone', 'useContactTimezone', 'skipWeekends', 'sendDays'] as const),
  ...(['latestSendTime', 'holidays', 'holidayDates', 'startDate', 'contactLimit'] as const),
  ...(['maxEmailsPerContactPerWeek', 'senderAccountId', 'mailboxIds', 'sendAsEmail'] as const),
  ...(['preferSameProvider', 'trackingEnabled'] as const),
]

/** Settings that change nothing for the contacts in progress. */
const QUIET_SETTINGS: readonly string[] = ['name', 'description', 'contactLimit']

/** Settings that hold for all contacts, whatever version they stay on. */
const COMMON_SETTINGS: readonly string[] = [
  ...QUIET_SETTINGS,
  ...['maxEmailsPerContactPerWeek', 'senderAccountId', 'mailboxIds', 'sendAsEmail', 'preferSameProvider'],
]

/** Compares values of a version, which are plain JSON. PostgreSQL keeps keys in an order of its own. */
export const isSame = (a: unknown, b: unknown): boolean => inOrder(a) === inOrder(b)

const inOrder = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Whether a change may affect contacts in progress: any change but one of names, the description or the contact limit. */
export function affectsContacts(before: SequenceContent, after: SequenceContent): boolean {
  return !isSame(without(QUIET_SETTINGS, before), without(QUIET_SETTINGS, after))
}

/** Whether contacts may stay on the version before a change: it is about more than names and what holds for all contacts. */
export function isVersioned(before: SequenceContent, after: SequenceContent): boolean {
  return !isSame(without(COMMON_SETTINGS, before), without(COMMON_SETTINGS, after))
}

const without = (left: readonly string[], { settings, steps }: SequenceContent) => ({
  settings: SETTING_KEYS.filter((key) => !left.includes(key)).map((key) => settings[key]),
  steps: steps.map(({ name: _, ...step }) => step),
})

/** Names of templates, email lists and mailboxes by id. A missing one was deleted. */
export type Names = Readonly<Record<string, string>>
