import { z } from 'zod'
import type { EmailIds } from '~/models/outbox/shown/email-ids.server'
import { ChangesQuery, entityId } from '~/models/shared/fields'
import { LOG_OUTCOMES } from './log-outcomes'

export const LogQuery = z.object({
  status: z
    .enum(['All', 'all', '', ...LOG_OUTCOMES], 'Unknown status')
    .optional()
    .transform((status) => LOG_OUTCOMES.find((outcome) => outcome === status)),
  sequenceId: z
    .union([z.uuid(), z.enum(['all', 'All', ''])], 'Unknown sequence')
    .optional()
    .transform((id) => (id && !/^all$/i.test(id) ? id : undefined)),
  contactId: entityId('Unknown contact').optional(),
  ...ChangesQuery.shape,
})
export type LogQuery = z.output<typeof LogQuery>

/** The filters of an export: those of the log. */
export const ExportRequest = LogQuery.pick({ status: true, sequenceId: true })
export type ExportRequest = z.output<typeof ExportRequest>

/** A row of the sending log. */
export interface LogEntry extends EmailIds {
  id: string
  contactName: string
  contactEmail: string
  subject: string
  sequenceName: string | null
  status: (typeof LOG_OUTCOMES)[number]
  sentAt: Date | null
  bouncedAt: Date | null
  failedAt: Date | null
  /** The provider's message for a bounce or a failure. */
  detail: string | null
  isTestEmail: boolean
  updatedAt: Date
}
