import type { Db } from '~/db.server'
import { ContactsQuery } from '~/models/contacts/contact'
import { listPersonaContacts } from '~/models/contacts/in-list.server'
import { getContactStats, listContacts, listIndustries } from '~/models/contacts/list.server'
import { searchContacts } from '~/models/contacts/search.server'
import { countUnreadConversations } from '~/models/inbox/conversations.server'
import { countUnread } from '~/models/notifications/notification.server'
import { readSendingControl } from '~/models/outbox/sending-control.server'
import { countUncertain } from '~/models/outbox/shown/uncertain.server'
import {
  getPersona,
  getPersonaStats,
  listPersonaSequences,
  searchPersonas,
} from '~/models/personas/persona.server'
import { LogQuery } from '~/models/reports/sending-log'
import { countSendingLog, listSendingLog } from '~/models/reports/sending-log.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { encodeCursor } from '~/models/shared/cursor'
import { PageQuery } from '~/models/shared/fields'
import { listTemplates } from '~/models/templates/template.server'
import type { TestDatabase } from '../../support/clone'
import type { SeededInbox } from './inbox-seed'
import { COMMON_NAME, type Seeded } from './million'

export interface ListUser extends Seeded, SeededInbox {
  userId: string
  /** The number of its contacts and of its emails. */
  rows: number
  /** The cursor in the middle of the log. */
  cursor: string
}

/** A page that a screen or program requests, and the model functions behind it. */
export interface ListCase {
  name: string
  /** The list whose first page it is compared with. */
  first?: string
  far?: true
  /** A search for a text, which P8 does not speak of: compared with the statements alone, its growth is only shown. */
  search?: true
  path(user: ListUser): string
  /** What a PATCH request sends; without it the path is read. */
  body?: object
  run(db: Db, user: ListUser): Promise<unknown>
}

/** The cursor in the middle of the log. */
export async function middleOfLog({ sql }: TestDatabase, userId: string, rows: number): Promise<string> {
  const [row] = await sql<{ id: string; at: string }[]>`
    select id, created_at as at from email_logs where user_id = ${userId}
    order by created_at desc, id desc offset ${rows >> 1} limit 1`
  return encodeCursor({ createdAt: new Date(row!.at), id: row!.id })
}

const LIMIT = 20
type Query = Record<string, string | number>
export const query = (of: object) => new URLSearchParams(of as Record<string, string>).toString()

function contacts(name: string, asked: (user: ListUser) => Query, more: Partial<ListCase> = {}): ListCase {
  return {
    name: `contacts, ${name}`,
    path: (user) => `/api/contacts?${query({ limit: LIMIT, ...asked(user) })}`,
    run: (db, user) => listContacts(db, user.userId, ContactsQuery.parse({ limit: LIMIT, ...asked(user) })),
    ...more,
  }
}

function members(name: string, offset: (user: ListUser) => number, more: Partial<ListCase> = {}): ListCase {
  const page = (user: ListUser) => ({ limit: LIMIT, offset: offset(user) })
  return {
    name: `contacts of an email list, ${name}`,
    path: (user) => `/api/personas/${user.personaId}/contacts?${query(page(user))}`,
    run: (db, user) => listPersonaContacts(db, user.userId, user.personaId, page(user)),
    ...more,
  }
}

function log(name: string, asked: (user: ListUser) => Query): ListCase {
  return {
    name: `log, ${name}`,
    path: (user) => `/api/email-sends?${query({ limit: 50, ...asked(user) })}`,
    run: async (db, user) => {
      const filters = LogQuery.parse({ limit: 50, ...asked(user) })
      await listSendingLog(db, user.userId, filters)
      await countSendingLog(db, user.userId, filters)
    },
  }
}

/** The data of a screen, with those of the frame around it. */
export function screen(name: string, path: ListCase['path'], run: ListCase['run']): ListCase {
  return {
    name,
    path: (user) => {
      const [place, filters] = path(user).split('?')
      return `${place}.data${filters ? `?${filters}` : ''}`
    },
    run: async (db, user) => {
      await readSendingControl(db)
      await countUnread(db, user.userId)
      await countUnreadConversations(db, user.userId)
      await run(db, user)
    },
  }
}

/** The screen of contacts that searches all of them. */
function searching(name: string, text: string): ListCase {
  const found = screen(
    `contact search, ${name}`,
    () => `/contacts?${query({ q: text, all: 1 })}`,
    async (db, { userId }) => {
      await getContactStats(db, userId)
      await listIndustries(db, userId)
      await searchContacts(db, userId, { text, limit: LIMIT })
    },
  )
  return { ...found, search: true }
}

const pages = ({ rows }: ListUser) => Math.ceil(rows / LIMIT)
const FIRST = 'contacts, page 1'
const FIRST_MEMBERS = 'contacts of an email list, page 1'

export const LISTS: ListCase[] = [
  contacts('page 1', () => ({})),
  contacts('page 100', (user) => ({ page: Math.min(100, pages(user)) }), { first: FIRST }),
  contacts('99 pages before the last', (user) => ({ page: Math.max(1, pages(user) - 99) }), { first: FIRST }),
  contacts('last page', (user) => ({ page: pages(user) }), { first: FIRST }),
  contacts('middle page', (user) => ({ page: pages(user) >> 1 }), { first: FIRST, far: true }),
  contacts('oldest first', () => ({ sortOrder: 'asc' })),
  contacts('unsubscribed', () => ({ statusFilter: 'unsubscribed' })),
  contacts('one industry', () => ({ industryFilter: 'Industry 7' })),
  members('page 1', () => 0),
  members('page 100', (user) => Math.min(99 * LIMIT, user.rows - LIMIT), { first: FIRST_MEMBERS }),
  members('last page', ({ rows }) => rows - LIMIT, { first: FIRST_MEMBERS }),
  members('middle page', ({ rows }) => rows >> 1, { first: FIRST_MEMBERS, far: true }),
  log('all', () => ({})),
  log('replies', () => ({ status: 'Reply' })),
  log('one sequence', ({ sequenceId }) => ({ sequenceId })),
  log('middle', ({ cursor }) => ({ cursor })),
  screen(
    'contacts screen',
    () => '/contacts',
    async (db, { userId }) => {
      await getContactStats(db, userId)
      await listIndustries(db, userId)
      await listContacts(db, userId, ContactsQuery.parse({}))
    },
  ),
  searching('rare text', 'person77777@'),
  searching('common text', COMMON_NAME),
  searching('no match', 'zzzzzz'),
  screen(
    'log screen',
    () => '/campaign-builder/email-sending',
    async (db, { userId }) => {
      await listSendingLog(db, userId, LogQuery.parse({ limit: 50 }))
      await countUncertain(db, userId)
      await listSequences(db, userId, PageQuery.parse({}))
      await listTemplates(db, userId, PageQuery.parse({ limit: 60 }))
    },
  ),
  screen(
    'email lists screen',
    () => '/personas',
    async (db, { userId }) => {
      await getPersonaStats(db, userId)
      await searchPersonas(db, userId, { q: '', page: 1, limit: 10 })
    },
  ),
  screen(
    'email list screen',
    ({ personaId }) => `/personas/${personaId}`,
    async (db, { userId, personaId }) => {
      await getPersona(db, userId, personaId)
      await listPersonaSequences(db, userId, personaId)
      await listPersonaContacts(db, userId, personaId, { limit: 20, offset: 0 })
    },
  ),
]
