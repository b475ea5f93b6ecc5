import { api, operation } from '~/http/api.server'
import { EmailResponse } from '~/models/api/mailboxes'
import { getLogEntry } from '~/models/reports/sending-log.server'

const route = api({
  GET: operation({
    summary: 'One email of the sending log, with its text',
    response: EmailResponse,
    run: ({ db, userId, params }) => getLogEntry(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
