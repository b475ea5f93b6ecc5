/** A notification as screens and calls show it; times are ISO strings where it came as JSON. */
export interface NotificationFields {
  id: string
  type: 'quota_exceeded' | 'system'
  title: string
  message: string
  isRead: boolean
  metadata: Record<string, unknown>
}

/** What failed acts say (specification document 1, section 8). */
export const ACT_FAILED = {
  read: 'Failed to mark as read',
  readAll: 'Failed to mark as read',
  dismiss: 'Failed to dismiss notification',
  undo: 'Failed to undo the unsubscription',
}

/** Whether a notification offers to undo what it tells of: so far, that a reply's words unsubscribed its writer. */
export const offersUndo = ({ metadata }: NotificationFields): boolean => metadata.undo === 'unsubscription'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => (Array.isArray(value) ? value.map(text).join(', ') : '')

/** What a notification is about, by name. */
export const detailsOf = ({ type, metadata }: NotificationFields) =>
  type === 'quota_exceeded'
    ? [
        { label: 'Sequence', value: text(metadata.sequenceName) },
        { label: 'Contact', value: text(metadata.contactEmail) },
        { label: 'Mail account', value: texts(metadata.accountEmails) || text(metadata.accountEmail) },
      ]
    : []
