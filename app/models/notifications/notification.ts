/** The fields of a notification that are the same on the server and in JSON. */
export interface NotificationFields {
  id: string
  type: 'quota_exceeded' | 'system'
  title: string
  message: string
  isRead: boolean
  metadata: Record<string, unknown>
}

/** Errors of failed actions (specification document 1, section 8). */
export const ACT_FAILED = {
  read: 'Failed to mark as read',
  readAll: 'Failed to mark as read',
  dismiss: 'Failed to dismiss notification',
  undo: 'Failed to undo the unsubscription',
}

/** Whether a notification offers an undo. So far, only for opt-outs by reply. */
export const offersUndo = ({ metadata }: NotificationFields): boolean => metadata.undo === 'unsubscription'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => (Array.isArray(value) ? value.map(text).join(', ') : '')

/** The labeled details of a notification. */
export const detailsOf = ({ type, metadata }: NotificationFields) =>
  type === 'quota_exceeded'
    ? [
        { label: 'Sequence', value: text(metadata.sequenceName) },
        { label: 'Contact', value: text(metadata.contactEmail) },
        { label: 'Mailbox', value: texts(metadata.accountEmails) || text(metadata.accountEmail) },
      ]
    : []
