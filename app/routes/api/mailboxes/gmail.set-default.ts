import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { setDefaultMailbox } from '~/models/mailboxes/mailbox.server'

const route = api({
  POST: operation({
    summary: 'Makes a mailbox the default sender',
    response: Done,
    body: z.object({ accountId: z.uuid('Mailbox not found') }),
    // Emails may wait for a mailbox.
    sends: 'always',
    run: ({ db, userId, body }) => setDefaultMailbox(db, userId, body.accountId),
  }),
})

export const loader = route.loader
export const action = route.action
