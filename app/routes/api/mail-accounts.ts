import { api, operation } from '~/http/api.server'
import { NewMailbox } from '~/models/mailbox'
import { listMailboxes } from '~/models/mailbox.server'
import { createSmtpMailbox } from '~/models/mailbox-smtp.server'

const route = api({
  GET: operation({ summary: 'Mailboxes of every kind', run: ({ db, userId }) => listMailboxes(db, userId) }),
  POST: operation({
    summary: 'Adds an SMTP mailbox after a real login at its servers',
    body: NewMailbox,
    status: 201,
    run: async ({ app, db, userId, body }) => createSmtpMailbox(db, userId, body, await app.clock.now(), app),
  }),
})

export const loader = route.loader
export const action = route.action
