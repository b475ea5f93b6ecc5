import { api, operation } from '~/http/api.server'
import { WorkspaceResponse } from '~/models/api/leads'
import { Done } from '~/models/api/shared'
import { disconnectWorkspace, getWorkspace } from '~/models/mailboxes/consent/workspace.server'

const route = api({
  GET: operation({
    summary: 'The connected Google Workspace; 404 if none is connected',
    response: WorkspaceResponse,
    run: ({ db, userId }) => getWorkspace(db, userId),
  }),
  DELETE: operation({
    external: true,
    summary: 'Disconnects the Google Workspace',
    response: Done,
    run: ({ app, db, userId }) => disconnectWorkspace(db, userId, app),
  }),
})

export const loader = route.loader
export const action = route.action
