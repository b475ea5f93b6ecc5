import type { EditWords } from '~/components/forms/edits'
import { HOLIDAY_COUNTRIES } from '~/models/sequences/holiday-countries'
import type { EditParts, EditValues } from '~/models/shared/forms/edits'

/** The days of the week. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** All days of the week, Monday is 1. */
const EVERY_DAY = DAYS.map((_, index) => index + 1)

/** The fields of a sequence's settings, with their labels. */
export const SETTINGS_PARTS = {
  name: 'Name',
  timezone: 'Timezone',
  description: 'Description',
  sendDays: 'Sends on',
  skipWeekends: 'Skip weekends',
  startDate: 'Start date',
  latestSendTime: 'Latest time',
  holidays: 'Holidays of',
  holidayDates: 'Other days off',
  useContactTimezone: "Send in the contact's time zone",
  senderAccountId: 'Sender account',
  sendAsEmail: 'Send-as alias',
  mailboxIds: 'Mailboxes',
  preferSameProvider: "Prefer a mailbox of the contact's provider",
  contactLimit: 'Contact limit',
  maxEmailsPerContactPerWeek: 'Emails per contact in 7 days',
  trackingEnabled: 'Track opens',
} satisfies EditParts

/** The settings that are shown first. */
export interface BasicSettings {
  id: string
  name: string
  description: string | null
  timezone: string
  skipWeekends: boolean
  status: string
}

/** All settings of a sequence as they are stored. */
export interface StoredSettings extends BasicSettings {
  contactLimit: number | null
  maxEmailsPerContactPerWeek: number | null
  senderAccountId: string | null
  sendAsEmail: string | null
  mailboxIds: string[]
  preferSameProvider: boolean
  trackingEnabled: boolean
  sendDays: number[] | null
  latestSendTime: string | null
  holidays: string | null
  holidayDates: string[]
  useContactTimezone: boolean
}

/** The stored values of the settings. @param startDay the start date in the sequence's time zone */
export const settingsValues = (sequence: StoredSettings, startDay: string | null) =>
  ({
    name: sequence.name,
    description: sequence.description ?? '',
    timezone: sequence.timezone,
    skipWeekends: sequence.skipWeekends,
    contactLimit: sequence.contactLimit?.toString() ?? '',
    maxEmailsPerContactPerWeek: sequence.maxEmailsPerContactPerWeek?.toString() ?? '',
    senderAccountId: sequence.senderAccountId ?? '',
    sendAsEmail: sequence.sendAsEmail ?? '',
    mailboxIds: sequence.mailboxIds,
    preferSameProvider: sequence.preferSameProvider,
    trackingEnabled: sequence.trackingEnabled,
    sendDays: (sequence.sendDays ?? EVERY_DAY).map(String),
    latestSendTime: sequence.latestSendTime ?? '',
    holidays: sequence.holidays ?? '',
    holidayDates: sequence.holidayDates.join(', '),
    useContactTimezone: sequence.useContactTimezone,
    startDate: startDay ?? '',
  }) satisfies EditValues

/** A mailbox to choose as a sender. */
export interface MailboxChoice {
  id: string
  email: string
  status: string
  isDefault: boolean
  canRead: boolean
  aliases: string[]
}

/** What the values of the settings mean. */
export const settingsWords =
  (mailboxes: readonly MailboxChoice[]): EditWords =>
  (field, value) => {
    if (field === 'sendDays') return DAYS[Number(value) - 1]
    if (field === 'holidays') return HOLIDAY_COUNTRIES.find((country) => country.value === value)?.label
    if (field === 'mailboxIds' || field === 'senderAccountId')
      return mailboxes.find(({ id }) => id === value)?.email
    return undefined
  }
