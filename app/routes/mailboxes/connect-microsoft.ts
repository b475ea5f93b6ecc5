import { connectLink } from '~/http/consent/link.server'
import { startMicrosoftFlow } from '~/models/mailboxes/consent/microsoft-connect.server'

/** Redirects to Microsoft's consent page. */
export const loader = connectLink((app, caller) => startMicrosoftFlow(app.db, caller, app))
