/** What a user can do with a contact in a sequence. */
export const CONTACT_ACTIONS = ['pause', 'resume', 'skip', 'stop'] as const
export type ContactAction = (typeof CONTACT_ACTIONS)[number]
