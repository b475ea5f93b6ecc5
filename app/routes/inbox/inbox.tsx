import { Outlet, useLoaderData, useNavigation, useParams } from '@remix-run/react'
import clsx from 'clsx'
import { ConversationList } from '~/components/inbox/conversation-list'
import { InboxEmpty } from '~/components/inbox/inbox-empty'
import { ListFilters } from '~/components/inbox/list-filters'
import { NewMessages } from '~/components/inbox/new-messages'
import { useInboxKeys } from '~/components/inbox/use-inbox-keys'
import { isFiltered, queryOf, readInboxView } from '~/components/inbox/view'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { PenLine } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { SkeletonLines } from '~/components/ui/skeleton'
import { useHydrated } from '~/components/ui/use-hydrated'
import { page } from '~/http/page.server'
import { isId } from '~/http/validate'
import { markConversationOpened } from '~/models/inbox/change.server'
import { listConversations } from '~/models/inbox/conversations.server'
import { listLabels } from '~/models/inbox/labels.server'
import { shortTime } from '~/models/inbox/short-time'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Inbox')

const PER_PAGE = 50

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const { id } = params
  // Opening a conversation marks it as read. Here, so that the list beside it shows that too.
  if (isId(id)) await markConversationOpened(db, userId, id)
  const view = readInboxView(url.searchParams)
  const { tab, q, label, mailboxId, sequenceId, cursor } = view
  const [{ rows, cursor: next }, labels, mailboxes, sequences, now] = await Promise.all([
    listConversations(db, userId, {
      limit: PER_PAGE,
      cursor,
      unread: tab === 'unread' ? true : undefined,
      state: tab === 'open' || tab === 'snoozed' || tab === 'done' ? tab : undefined,
      q: q || undefined,
      label: label || undefined,
      mailboxId: mailboxId || undefined,
      sequenceId: sequenceId || undefined,
    }),
    listLabels(db, userId),
    listMailboxes(db, userId),
    listSequences(db, userId, { limit: 1000 }),
    app.clock.now(),
  ])
  const names = new Map(sequences.rows.map((sequence) => [sequence.id, sequence.name]))
  return {
    view,
    rows: rows.map(({ lastMessageAt, snoozedUntil, ...row }) => ({
      ...row,
      sequence: row.sequenceId ? (names.get(row.sequenceId) ?? null) : null,
      at: lastMessageAt.toISOString(),
      time: shortTime(lastMessageAt, now, user.timezone),
      until: snoozedUntil && formatMoment(snoozedUntil, user.timezone),
    })),
    next,
    labels: labels.map(({ name, positive }) => ({ name, positive })),
    mailboxes: mailboxes.map((box) => ({ value: box.id, label: box.email })),
    sequences: [...names].map(([value, name]) => ({ value, label: name })),
  }
})

/** The conversations of all mailboxes; on wide screens the open one is beside the list. */
export default function Inbox() {
  const { view, rows, next, labels, mailboxes, sequences } = useLoaderData<typeof loader>()
  const { id } = useParams()
  const keys = useInboxKeys()
  const listQuery = queryOf(view, { cursor: view.cursor })
  const isOpen = id !== undefined
  const loading = useLoading()
  return (
    <div data-fill="" className="@container/inbox flex min-h-0 grow flex-col">
      <header
        className={clsx(
          'mb-4 flex flex-wrap items-center justify-between gap-3',
          isOpen && 'max-lg:sr-only @max-2xl/inbox:sr-only',
        )}
      >
        <h1 className="text-xl font-semibold tracking-[-0.018em]">Inbox</h1>
        <div data-actions="" className={clsx(isOpen && 'max-lg:hidden @max-2xl/inbox:hidden')}>
          <LinkButton to={paths.newEmail(listQuery)} preventScrollReset icon={<PenLine aria-hidden="true" />}>
            New email
          </LinkButton>
        </div>
      </header>
      <NewMessages rows={rows} />
      {/* A dialog over the list, which narrow screens show too. */}
      {!isOpen && <Outlet />}
      <div className="grid min-h-0 grow gap-4 lg:min-h-[28rem] lg:grid-rows-[minmax(0,1fr)] lg:@2xl/inbox:grid-cols-[17rem_minmax(0,1fr)] lg:@4xl/inbox:grid-cols-[20rem_minmax(0,1fr)]">
        <section
          ref={keys}
          aria-label="Conversations"
          className={clsx('min-w-0 flex-col gap-3 lg:min-h-0', isOpen ? 'hidden lg:@2xl/inbox:flex' : 'flex')}
        >
          <ListFilters {...{ view, labels, mailboxes, sequences }} />
          <div
            aria-busy={loading === 'list'}
            className={clsx('contents', loading === 'list' && '[&>*]:opacity-50 [&>*]:delay-150')}
          >
            {rows.length === 0 ? (
              <InboxEmpty view={view} filtered={isFiltered(view) || view.cursor !== undefined} />
            ) : (
              <ConversationList rows={rows} labels={labels} open={id ?? null} listQuery={listQuery} />
            )}
          </div>
          <KeysetPager
            label="Pages of conversations"
            labels={{ newer: 'Newest', older: 'Older' }}
            newer={view.cursor ? paths.inbox(queryOf(view)) : null}
            older={next ? paths.inbox(queryOf(view, { cursor: next })) : null}
          />
        </section>
        <div
          aria-busy={loading === 'conversation'}
          className={clsx(
            'min-w-0 transition-opacity delay-150 lg:min-h-0',
            !isOpen && 'hidden lg:@2xl/inbox:block',
            isOpen && loading === 'conversation' && 'opacity-50',
          )}
        >
          {!isOpen && (loading === 'conversation' ? <SkeletonLines lines={8} /> : <NoneOpen />)}
          {isOpen && <Outlet />}
        </div>
      </div>
    </div>
  )
}

/** Which part is being loaded: the list with other filters, or another conversation. */
function useLoading(): 'list' | 'conversation' | null {
  const { state, location } = useNavigation()
  if (state !== 'loading' || !location) return null
  if (/^\/inbox\/[0-9a-f-]{36}$/.test(location.pathname)) return 'conversation'
  return location.pathname === paths.inbox() ? 'list' : null
}

const NoneOpen = () => (
  <div className="grid h-full place-items-center rounded-lg border border-dashed border-line-strong p-6 text-sm text-muted">
    <p className="max-w-60 text-center text-balance">
      Choose a conversation to read it.
      {useHydrated() && (
        <>
          {' '}
          Press <kbd className="font-mono text-ink">?</kbd> for the keyboard shortcuts.
        </>
      )}
    </p>
  </div>
)

/** Shown if the list cannot be loaded. */
export const ErrorBoundary = () => (
  <RouteError failure="Failed to load the inbox" back={{ to: paths.inbox(), label: 'Back to Inbox' }} />
)
