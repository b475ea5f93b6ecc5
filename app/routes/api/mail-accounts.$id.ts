import { api, operation } from '~/http/api.server'
import { disconnectGmail } from '~/models/google-connect.server'
import { MailboxChange } from '~/models/mailbox'
import { changeMailbox } from '~/models/mailbox-change.server'

const route = api({
  PATCH: operation({
    summary: 'Changes any subset of a mailbox; what its login needs is tried before it is saved',
    body: MailboxChange,
    run: async ({ app, db, userId, params, body }) =>
      changeMailbox(db, userId, params.id!, body, await app.clock.now(), app),
  }),
  DELETE: operation({
    summary: 'Disconnects a mailbox of any kind',
    run: async ({ app, db, userId, params }) =>
      disconnectGmail(db, userId, params.id!, await app.clock.now(), app),
  }),
})

export const loader = route.loader
export const action = route.action
