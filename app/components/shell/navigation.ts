import {
  ChartNoAxesColumn,
  type Icon,
  MailPlus,
  Puzzle,
  Settings,
  Users,
  Workflow,
} from '~/components/ui/icons'
import { paths } from '~/paths'

export interface Entry {
  label: string
  to: string
  /** Other path prefixes that belong to this entry. */
  also?: string[]
  /** Shows the number of unread conversations. */
  counts?: 'conversations'
}

export interface Group {
  label: string
  icon: Icon
  /** Makes the group itself a link. */
  to?: string
  entries?: Entry[]
  /** Not built yet: shown, not clickable. */
  soon?: boolean
}

/** The sidebar (specification document 1, section 2). */
export const groups: Group[] = [
  {
    label: 'CONTACTS HUB',
    icon: Users,
    entries: [
      { label: 'Leads Finder', to: paths.leadsFinder() },
      { label: 'Email Lists', to: paths.personas() },
      { label: 'Contacts', to: paths.contacts() },
      { label: 'Companies', to: paths.companies() },
      { label: 'Tasks', to: paths.tasks() },
    ],
  },
  {
    label: 'CAMPAIGN BUILDER',
    icon: Workflow,
    entries: [
      { label: 'Inbox', to: paths.inbox(), counts: 'conversations' },
      { label: 'Sequences', to: paths.sequences() },
      { label: 'Workflows', to: paths.workflows() },
      { label: 'Email Sending', to: paths.emailSending(), also: ['/templates'] },
    ],
  },
  { label: 'REPORTS', icon: ChartNoAxesColumn, soon: true },
  { label: 'EMAIL CONNECTIONS', icon: MailPlus, entries: [{ label: 'Gmail', to: paths.gmail() }] },
  { label: 'INTEGRATIONS', icon: Puzzle, to: paths.integrations() },
  { label: 'SETTINGS', icon: Settings, to: paths.settings() },
]

/** Whether an entry is the current one. The root counts as Sequences. */
export function isCurrent({ to, also = [] }: Pick<Entry, 'to' | 'also'>, pathname: string): boolean {
  if (pathname === paths.home()) return to === paths.sequences()
  return [to, ...also].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

/** Whether a screen forces the sidebar closed. */
export const forcesCollapse = (pathname: string) => /^\/campaigns\/./.test(pathname)
