import { connectLink } from '~/http/consent/link.server'
import { startGoogleFlow } from '~/models/mailboxes/consent/google-connect.server'

/** Redirects to Google's consent page. */
export const loader = connectLink((app, caller) => startGoogleFlow(app.db, caller, 'mailbox', app))
