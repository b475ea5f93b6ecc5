import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { MailboxAnswer } from '~/models/api/mailboxes'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { createSmtpMailbox, newMailboxDefaults } from '~/models/mailboxes/smtp.server'

const route = api({
  GET: operation({
    summary: 'All mailboxes',
    answer: z.array(MailboxAnswer),
    run: ({ db, userId }) => listMailboxes(db, userId),
  }),
  POST: operation({
    external: true,
    summary: 'Adds an SMTP mailbox after logging in to its servers',
    answer: MailboxAnswer,
    body: NewMailbox,
    status: 201,
    fresh: ({ db, userId, body }) => newMailboxDefaults(db, userId, body),
    run: async ({ app, db, userId, body }) => createSmtpMailbox(db, userId, body, await app.clock.now(), app),
  }),
})

export const loader = route.loader
export const action = route.action
