import { api, operation } from '~/http/api.server'
import { ExportStarted } from '~/models/api/mailboxes'
import { startLogExport } from '~/models/reports/log-export.server'
import { ExportRequest } from '~/models/reports/sending-log'

const route = api({
  POST: operation({
    cost: 'export',
    summary: 'Exports the sending log as CSV; the user is emailed a link to the file',
    response: ExportStarted,
    body: ExportRequest,
    run: async ({ db, userId, body }) => ({
      message: 'Export in Progress',
      ...(await startLogExport(db, userId, body)),
    }),
  }),
})

export const loader = route.loader
export const action = route.action
