import { changeConversation } from '~/models/inbox/change.server'
import { ConversationChange, ConversationsQuery } from '~/models/inbox/conversation'
import { countUnreadConversations, listConversations } from '~/models/inbox/conversations.server'
import { listLabels } from '~/models/inbox/labels.server'
import { readConversation } from '~/models/inbox/read.server'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { WORDS } from './inbox-seed'
import { type ListCase, type ListUser, query, screen } from './list-cases'

type Filters = Record<string, string>

function list(name: string, filters: (user: ListUser) => Filters): ListCase {
  return {
    name: `inbox, ${name}`,
    path: (user) => `/api/conversations?${query(filters(user))}`,
    run: (db, user) => listConversations(db, user.userId, ConversationsQuery.parse(filters(user))),
  }
}

const search = (name: string, filters: (user: ListUser) => Filters): ListCase => ({
  ...list(`search: ${name}`, filters),
  search: true,
})

/** Changes a conversation; the bare statements change another one, so that both change something each time. */
function change(name: string, body: object): ListCase {
  return {
    name: `inbox, conversation ${name}`,
    path: ({ conversationId }) => `/api/conversations/${conversationId}`,
    body,
    run: async (db, { userId, otherConversationId: id }) => {
      await readConversation(db, userId, id)
      await changeConversation(db, userId, id, ConversationChange.parse(body), new Date())
      await readConversation(db, userId, id)
    },
  }
}

function inboxScreen(name: string, filters: Filters): ListCase {
  return screen(
    name,
    () => `/inbox?${query(filters)}`,
    async (db, { userId }) => {
      await listConversations(db, userId, ConversationsQuery.parse(filters.q ? filters : { state: 'open' }))
      await listLabels(db, userId)
      await listMailboxes(db, userId)
      await listSequences(db, userId, { limit: 1000 })
    },
  )
}

/** The inbox, with as many conversations as contacts. */
export const INBOX: ListCase[] = [
  list('every state', () => ({})),
  list('open', () => ({ state: 'open' })),
  list('unread', () => ({ unread: 'true' })),
  list('one label', () => ({ label: 'Not interested' })),
  list('one mailbox', ({ mailboxId }) => ({ mailboxId })),
  list('one sequence', ({ sequenceId }) => ({ sequenceId })),
  list('middle', ({ inboxCursor }) => ({ cursor: inboxCursor })),
  list('unread, one label, one mailbox', ({ mailboxId }) => ({
    unread: 'true',
    label: 'Interested',
    mailboxId,
  })),
  search('word of 5', () => ({ q: WORDS.rare })),
  search('word of 1 %', () => ({ q: WORDS.uncommon })),
  search('word of 5 %', () => ({ q: WORDS.common })),
  search('word of 30 %', () => ({ q: WORDS.frequent })),
  search('two words', () => ({ q: `${WORDS.uncommon} ${WORDS.common}` })),
  search('two letters', () => ({ q: WORDS.frequent.slice(0, 2) })),
  search('no match', () => ({ q: 'zzzzzz' })),
  search('word of 1 %, snoozed', () => ({ q: WORDS.uncommon, state: 'snoozed' })),
  search('word of 30 %, one label', () => ({ q: WORDS.frequent, label: 'Opted out' })),
  search('word of 5 %, middle', ({ inboxCursor }) => ({ q: WORDS.common, cursor: inboxCursor })),
  {
    name: 'inbox, one conversation',
    path: ({ conversationId }) => `/api/conversations/${conversationId}`,
    run: (db, { userId, conversationId }) => readConversation(db, userId, conversationId),
  },
  change('marked done', { state: 'done' }),
  change('opened again', { state: 'open' }),
  inboxScreen('inbox screen', {}),
  { ...inboxScreen('inbox screen, search: word of 5', { q: WORDS.rare }), search: true },
  { ...inboxScreen('inbox screen, search: word of 30 %', { q: WORDS.frequent }), search: true },
  {
    name: 'inbox, number of unread',
    path: () => '/inbox/unread',
    run: (db, { userId }) => countUnreadConversations(db, userId),
  },
]
