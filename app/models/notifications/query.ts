import type { z } from 'zod'
import { ChangesQuery, yesNo } from '~/models/shared/fields'

/** The query of the list of notifications. */
export const NotificationsQuery = ChangesQuery.extend({ isRead: yesNo })
export type NotificationsQuery = z.output<typeof NotificationsQuery>
