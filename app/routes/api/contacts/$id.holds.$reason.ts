import { notFound } from '~/errors'
import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { HoldDecision, isContactHold } from '~/models/contacts/holds/holds'
import { decideContactHold } from '~/models/inbound/contact-hold.server'

const route = api({
  POST: operation({
    summary: 'Decides about a contact whose emails wait',
    response: Done,
    body: HoldDecision,
    sends: 'always',
    run: async ({ app, db, userId, params: { id, reason }, body }) => {
      if (!isContactHold(reason)) notFound('Contact not found')
      return decideContactHold(db, userId, id!, reason, body.choice, await app.clock.now(), app.secrets)
    },
  }),
})

export const loader = route.loader
export const action = route.action
