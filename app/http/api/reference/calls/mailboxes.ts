import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

export const MAILBOX_CALLS: CallRows = {
  'GET /api/mail-accounts': { id: 'listMailboxes' },
  'POST /api/mail-accounts': {
    id: 'createMailbox',
    text: 'Gmail and Microsoft 365 mailboxes are connected on the screen, through the consent pages of Google and Microsoft.',
    body: {
      email: EXAMPLE.mailbox,
      displayName: 'Jane Doe',
      smtpHost: '127.0.0.1',
      smtpPort: 3025,
      smtpSecure: false,
      password: 'sandbox',
      dailyLimit: 40,
    },
  },
  'PATCH /api/mail-accounts/{id}': {
    id: 'updateMailbox',
    text: 'Fields that are absent stay as they are. `status: "connected"` resumes a paused mailbox. An IMAP mailbox is read in its inbox, junk, archive and sent folders; `readFolders: "all"` reads the others too, and `"named"` those of `folderNames`, which `sync.available` lists.',
    params: { id: ID.mailbox },
    body: { dailyLimit: 60, signature: 'Jane Doe, Acme' },
  },
  'DELETE /api/mail-accounts/{id}': {
    id: 'disconnectMailbox',
    text: 'Its contacts go on with another mailbox of their sequence, or wait if there is none. Sent emails stay in the log. If sequences or emails use it, it is refused with `IN_USE` unless `force` is true.',
    params: { id: ID.smtpMailbox },
    query: { force: 'true' },
  },
  'GET /api/senders': { id: 'listSenders' },
  'GET /api/gmail/accounts': { id: 'listGmailMailboxes' },
  'DELETE /api/gmail/accounts/{id}': {
    id: 'disconnectGmailMailbox',
    text: 'In use, it is refused with `IN_USE` unless `force` is true.',
    params: { id: ID.mailbox },
    query: { force: 'true' },
  },
  'POST /api/gmail/accounts/{id}/refresh-aliases': {
    id: 'refreshMailboxAliases',
    params: { id: ID.mailbox },
  },
  'GET /api/gmail/quota': { id: 'listMailboxQuotas' },
  'POST /api/gmail/set-default': { id: 'setDefaultMailbox', body: { accountId: ID.mailbox } },
  'GET /api/gmail/connect': {
    id: 'startGmailConnection',
    text: 'Open the address in the browser that has the session.',
  },
  'GET /api/microsoft/connect': {
    id: 'startMicrosoftConnection',
    text: 'Open the address in the browser that has the session.',
  },
}
