import { api, operation } from '~/http/api.server'
import { MailboxResponse } from '~/models/api/mailboxes'
import { Done } from '~/models/api/shared'
import { changeMailbox } from '~/models/mailboxes/change.server'
import { disconnectAndRevoke } from '~/models/mailboxes/consent/google-connect.server'
import { MailboxChange } from '~/models/mailboxes/mailbox'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { runsAny } from '~/models/sequences/running.server'
import { Confirmed } from '~/models/shared/uses/choice'

const route = api({
  PATCH: operation({
    external: true,
    summary: 'Changes fields of a mailbox; login settings are verified before they are saved',
    response: MailboxResponse,
    body: MailboxChange,
    current: ({ db, userId, params }) => getMailbox(db, userId, params.id!),
    // Emails may wait for a higher limit, or for the mailbox.
    sends: 'always',
    run: async ({ app, db, userId, params, body }) =>
      changeMailbox(db, userId, params.id!, body, await app.clock.now(), app),
  }),
  DELETE: operation({
    external: true,
    summary: 'Disconnects a mailbox of any kind',
    response: Done,
    // Its contacts get another mailbox, which may send at once.
    sends: ({ db, userId }) => runsAny(db, userId),
    query: Confirmed,
    run: async ({ app, db, userId, params, query }) => {
      await disconnectAndRevoke(db, userId, params.id!, await app.clock.now(), app, query)
    },
  }),
})

export const loader = route.loader
export const action = route.action
