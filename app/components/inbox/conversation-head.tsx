import { Form, Link } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { Check, ChevronLeft, Clock, Inbox, Mail, Tag } from '~/components/ui/icons'
import { Menu } from '~/components/ui/menu'
import { paths } from '~/paths'
import { LabelChoices } from './bulk-bar'
import { LabelChip } from './label-chip'
import { SnoozeChoices } from './snooze-choices'

export interface ConversationHeadProps {
  conversation: {
    id: string
    subject: string
    state: 'open' | 'snoozed' | 'done'
    label: string | null
    until: string | null
  }
  contact: { name: string }
  labels: { name: string; positive: boolean }[]
  /** The query string of the list. */
  listQuery: string
  proposal: { date: { value: string } | null }
}

/** The subject and state of a conversation, and the buttons that change it. */
export function ConversationHead({
  conversation,
  contact,
  labels,
  listQuery,
  proposal,
}: ConversationHeadProps) {
  const { id, subject, state, label, until } = conversation
  const form = { method: 'post', action: paths.changeConversation(id), preventScrollReset: true } as const
  const kept = <input type="hidden" name="listQuery" value={listQuery} />
  return (
    <header className="z-20 rounded-t-lg border-b border-line bg-surface px-4 py-2.5 lg:sticky lg:top-0">
      <Link
        to={paths.inbox(listQuery)}
        className="-ml-1 inline-flex min-h-8 items-center gap-0.5 pr-1 text-sm text-muted hover:text-ink lg:@2xl/inbox:hidden"
      >
        <ChevronLeft className="size-4" aria-hidden="true" />
        Inbox
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0 grow basis-48">
          <h2 className="text-base font-semibold tracking-[-0.006em] break-words">
            {subject || '(no subject)'}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <span className="min-w-0 break-words">{contact.name}</span>
            {label && <LabelChip name={label} labels={labels} />}
            {state === 'done' && <span>Done</span>}
            {until && <span>Snoozed until {until}</span>}
          </p>
        </div>
        <div className="-mr-1.5 ml-auto flex items-center gap-0.5">
          <Form {...form} className="flex gap-0.5">
            {kept}
            {state === 'open' ? (
              <Button
                variant="ghost"
                size="sm"
                name="state"
                value="done"
                data-key="e"
                title="Mark as done (e)"
                icon={<Check aria-hidden="true" />}
              >
                Done
              </Button>
            ) : (
              <Button
                variant="ghost"
                size="sm"
                name="state"
                value="open"
                data-key="e"
                title="Open again (e)"
                icon={<Inbox aria-hidden="true" />}
              >
                Open again
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              square
              name="unread"
              value="true"
              data-key="u"
              aria-label="Mark as unread"
              title="Mark as unread (u)"
              icon={<Mail aria-hidden="true" />}
            />
          </Form>
          <Menu label="Snooze" data-key="s" square trigger={<Clock aria-hidden="true" />}>
            <Form {...form}>
              {kept}
              {/* Enter in the date field presses the first button of a form. */}
              <button
                type="submit"
                name="snooze"
                value="date"
                className="hidden"
                tabIndex={-1}
                aria-hidden="true"
              >
                Snooze
              </button>
              <SnoozeChoices id="snooze-date" date={proposal.date?.value} />
            </Form>
          </Menu>
          <Menu label="Label" data-key="l" square trigger={<Tag aria-hidden="true" />}>
            <Form {...form}>
              {kept}
              <LabelChoices labels={labels} current={label} />
            </Form>
          </Menu>
        </div>
      </div>
    </header>
  )
}
