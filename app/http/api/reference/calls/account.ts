import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

const { email, password } = EXAMPLE

export const ACCOUNT_CALLS: CallRows = {
  'POST /api/auth/register': {
    id: 'register',
    text: 'Refused with `FORBIDDEN` where new accounts are closed (`SIGNUP`), or without an `invitation` where only invited people may create one.',
    body: { email, password, fullName: 'Ann Lee' },
  },
  'POST /api/auth/login': {
    id: 'signIn',
    text: 'The response sets the cookie of the session.',
    body: { email, password },
  },
  'GET /api/auth/me': { id: 'getCurrentUser' },
  'GET /api/me': {
    id: 'getCaller',
    text: 'Works with every key. `key` is null for a session, which may do everything.',
  },
  'GET /api/keys': { id: 'listApiKeys' },
  'POST /api/keys': {
    id: 'createApiKey',
    text: 'A `read` key may only GET. With `sequenceIds` or `personaIds`, the key allows only calls to those.',
    body: { name: 'CRM', scope: 'write' },
  },
  'DELETE /api/keys/{id}': { id: 'revokeApiKey', params: { id: ID.key } },
  'POST /api/auth/forgot-password': { id: 'requestPasswordReset', body: { email } },
  'POST /api/auth/reset-password': {
    id: 'resetPassword',
    body: { token: EXAMPLE.resetToken, newPassword: password },
  },
  'GET /api/auth/google': {
    id: 'startGoogleWorkspaceConnection',
    text: 'Open the address in the browser that has the session.',
  },
  'GET /api/integrations/google': { id: 'getGoogleWorkspace' },
  'DELETE /api/integrations/google': { id: 'disconnectGoogleWorkspace' },
  'POST /api/auth/change-password': {
    id: 'changePassword',
    body: { currentPassword: password, newPassword: password },
  },
  'POST /api/auth/logout': { id: 'signOut' },
}
