import type { Found } from '~/models/search/search'
import { paths } from '~/paths'

/** A link target. */
export interface Place {
  to: string
  label: string
  /** A short description beside the label. */
  detail?: string
}

export interface PlaceGroup {
  heading: string
  places: Place[]
}

/** The screens and the things to create, with further search terms. */
const screens: (Place & { also?: string })[] = [
  { label: 'Inbox', to: paths.inbox(), also: 'replies conversations unread' },
  { label: 'Sequences', to: paths.sequences(), also: 'campaign builder' },
  { label: 'Email Lists', to: paths.personas(), also: 'contacts personas' },
  { label: 'Email Sending', to: paths.emailSending(), also: 'log sent opened replied' },
  { label: 'Templates', to: paths.templateList() },
  { label: 'Mailboxes', to: paths.gmail(), also: 'gmail smtp mailbox connect email connections' },
  { label: 'Contacts', to: paths.contacts() },
  { label: 'Leads Finder', to: paths.leadsFinder() },
  { label: 'Workflows', to: paths.workflows() },
  { label: 'Campaigns', to: paths.campaigns(), also: 'numbers results' },
  { label: 'Integrations', to: paths.integrations() },
  { label: 'Settings', to: paths.settings(), also: 'timezone' },
  { label: 'Notifications', to: paths.notifications(), also: 'bell quota' },
  { label: 'New Email', to: paths.newEmail(), also: 'write compose inbox' },
  { label: 'Create Sequence', to: paths.newSequence(), also: 'new' },
  { label: 'Create Email List', to: paths.newPersona(), also: 'new persona' },
  { label: 'Create Template', to: paths.newTemplate(), also: 'new' },
  { label: 'Add SMTP Mailbox', to: paths.newSmtpMailbox(), also: 'new connect' },
  { label: 'Add Mailboxes from CSV', to: paths.importMailboxes(), also: 'import file bulk' },
  { label: 'Change Password', to: paths.changePassword(), also: 'account' },
]

/** The screens whose name contains every word of `text`. */
export function findScreens(text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return screens
    .filter(({ label, also = '' }) => {
      const names = `${label} ${also}`.toLowerCase()
      return words.every((word) => names.includes(word))
    })
    .map(({ label, to }) => ({ label, to }))
}

const states = { draft: 'Draft', running: 'Running', paused: 'Paused' }

/** Screens, then the user's own results; empty groups are left out. */
export function placesOf(text: string, found: Found | null): PlaceGroup[] {
  const groups: PlaceGroup[] = [
    { heading: 'Screens', places: findScreens(text) },
    {
      heading: 'Sequences',
      places: (found?.sequences ?? []).map(({ id, name, status }) => ({
        to: paths.sequence(id),
        label: name,
        detail: states[status],
      })),
    },
    {
      heading: 'Email Lists',
      places: (found?.lists ?? []).map(({ id, name, contactCount }) => ({
        to: paths.persona(id),
        label: name,
        detail: contactCount === 1 ? '1 contact' : `${contactCount} contacts`,
      })),
    },
    {
      heading: 'Contacts',
      places: (found?.contacts ?? []).map(({ id, name, email }) => ({
        to: paths.contact(id),
        label: name || email,
        detail: name ? email : undefined,
      })),
    },
  ]
  return groups.filter(({ places }) => places.length > 0)
}
