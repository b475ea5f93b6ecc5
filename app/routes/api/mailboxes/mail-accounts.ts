import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { MailboxResponse } from '~/models/api/mailboxes'
import { MailboxesQuery, NewMailbox } from '~/models/mailboxes/mailbox'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { createSmtpMailbox, newMailboxDefaults } from '~/models/mailboxes/smtp.server'

const route = api({
  GET: operation({
    summary: 'Mailboxes, newest first',
    response: z.array(MailboxResponse),
    query: MailboxesQuery,
    run: async ({ db, userId, query }) => pagedFrom(await listMailboxes(db, userId, query), query),
  }),
  POST: operation({
    external: true,
    summary: 'Adds an SMTP mailbox after logging in to its servers',
    response: MailboxResponse,
    body: NewMailbox,
    status: 201,
    fresh: ({ db, userId, body }) => newMailboxDefaults(db, userId, body),
    // Emails may wait for a mailbox.
    sends: 'always',
    run: async ({ app, db, userId, body, address }) =>
      createSmtpMailbox(db, userId, body, await app.clock.now(), { ...app, address }),
  }),
})

export const loader = route.loader
export const action = route.action
