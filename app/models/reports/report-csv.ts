import { CSV_START, csvLine } from '~/models/shared/csv/write'
import { normalize } from '~/normalize'

interface StepRow {
  stepName: string
  totalSent: number
  totalOpened: number
  totalReplied: number
  openRate: number
  replyRate: number
}

interface DayRow {
  day: string
  sent: number
  opened: number
  replied: number
  bounced: number
  unsubscribed: number
}

/** The Step Performance table as CSV. Rates are percent of sent. */
export const stepsCsv = (steps: readonly StepRow[]): string =>
  csvFile([
    ['Step', 'Sent', 'Opened', 'Replied', 'Open Rate', 'Reply Rate'],
    ...steps.map((step) => [
      step.stepName,
      String(step.totalSent),
      String(step.totalOpened),
      String(step.totalReplied),
      `${step.openRate.toFixed(1)}%`,
      `${step.replyRate.toFixed(1)}%`,
    ]),
  ])

/** The days of a report as CSV, one line per day. */
export const daysCsv = (days: readonly DayRow[]): string =>
  csvFile([
    ['Day', 'Sent', 'Opened', 'Replied', 'Bounced', 'Unsubscribed'],
    ...days.map(({ day, sent, opened, replied, bounced, unsubscribed }) => [
      day,
      ...[sent, opened, replied, bounced, unsubscribed].map(String),
    ]),
  ])

const csvFile = (rows: string[][]) => CSV_START + rows.map((cells) => csvLine(cells)).join('')

/** The file name of a download: the sequence's name, limited to characters that every file system supports. */
export function csvFileName(sequenceName: string, what: string): string {
  const name = normalize(sequenceName, 'NFKD')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${name || 'sequence'}-${what}.csv`
}
