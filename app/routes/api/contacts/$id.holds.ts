import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { ContactHoldResponse } from '~/models/api/contacts'
import { getContact } from '~/models/contacts/contact.server'
import { listContactHolds } from '~/models/contacts/holds/holds.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'What is to be decided about a contact whose emails wait, newest first',
    response: z.array(ContactHoldResponse),
    query: PageQuery,
    run: async ({ app, db, userId, params, query }) => {
      const { id } = await getContact(db, userId, params.id!)
      return pagedFrom(
        await listContactHolds(db, userId, id, await app.clock.now()),
        query,
        ({ reason }) => reason,
      )
    },
  }),
})

export const loader = route.loader
export const action = route.action
