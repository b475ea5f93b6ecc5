import { z } from 'zod'
import { ENROLLMENT_STATUSES } from '#drizzle/schema/enums'
import { PageQuery } from '~/models/shared/fields'
import { CONTACT_ACTIONS } from './contact-actions'

/** The query of the contacts in a sequence. */
export const EnrolledQuery = PageQuery.extend({
  status: z.enum(ENROLLMENT_STATUSES, 'Unknown status').optional(),
})
export type EnrolledQuery = z.output<typeof EnrolledQuery>

/** What to do with one contact in a sequence. */
export const ContactAct = z.object({ action: z.enum(CONTACT_ACTIONS, 'Choose pause, resume, skip or stop') })
