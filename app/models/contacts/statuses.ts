/** The statuses that lists of contacts are filtered by; each contact has one of them, except `all`. */
export const CONTACT_STATUSES = ['all', 'active', 'bounced', 'unsubscribed', 'suppressed'] as const
