import { api, operation } from '~/http/api.server'
import { ContactFieldResponse } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { OwnFieldChange } from '~/models/contacts/own-fields/own-field'
import {
  deleteOwnField,
  getOwnField,
  readOwnFieldUses,
  updateOwnField,
} from '~/models/contacts/own-fields/own-fields.server'
import { Confirmed } from '~/models/shared/uses/choice'

const route = api({
  PATCH: operation({
    summary: 'Changes the name or the options of a field',
    response: ContactFieldResponse,
    body: OwnFieldChange,
    current: ({ db, userId, params }) => getOwnField(db, userId, params.id!),
    run: ({ db, userId, params, body }) => updateOwnField(db, userId, params.id!, body),
  }),
  DELETE: operation({
    summary: 'Deletes a field, and its values of all contacts',
    response: Done,
    query: Confirmed,
    // Waiting emails that merge it say something else then.
    sends: async ({ db, userId, params }) => {
      const { key } = await getOwnField(db, userId, params.id!)
      return (await readOwnFieldUses(db, userId, key)).templates!.length > 0
    },
    run: ({ db, userId, params, query }) => deleteOwnField(db, userId, params.id!, query),
  }),
})

export const loader = route.loader
export const action = route.action
