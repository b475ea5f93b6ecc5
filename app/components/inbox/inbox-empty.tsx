import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Inbox, SearchX } from '~/components/ui/icons'
import { paths } from '~/paths'
import type { InboxView, Tab } from './view'

const NOTHING: Record<Tab, { title: string; text: string }> = {
  open: {
    title: 'No open conversations',
    text: 'When a contact replies to one of your emails, the conversation appears here.',
  },
  unread: { title: 'Nothing unread', text: 'You have read every reply.' },
  snoozed: {
    title: 'Nothing snoozed',
    text: 'A snoozed conversation waits here, and comes back to Open at its time.',
  },
  done: { title: 'Nothing done yet', text: 'Conversations that you mark as done are kept here.' },
  all: {
    title: 'No conversations yet',
    text: 'When a contact replies to one of your emails, the conversation appears here.',
  },
}

/** Shown in place of an empty list. */
export function InboxEmpty({ view, filtered }: { view: InboxView; filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No conversation matches"
        text={
          view.q
            ? `No conversation has “${view.q}” in its addresses, subject or texts.`
            : 'Try other filters.'
        }
        action={<LinkButton to={paths.inbox()}>Show all open</LinkButton>}
      />
    )
  const isFirst = view.tab === 'open' || view.tab === 'all'
  return (
    <EmptyState
      icon={<Inbox />}
      {...NOTHING[view.tab]}
      action={
        isFirst ? (
          <LinkButton to={paths.sequences()}>Go to Sequences</LinkButton>
        ) : (
          <LinkButton to={paths.inbox()}>Show open conversations</LinkButton>
        )
      }
    />
  )
}
