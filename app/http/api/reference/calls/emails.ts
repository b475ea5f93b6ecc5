import type { CallRows } from '../row'
import { ID } from '../values'

export const EMAIL_CALLS: CallRows = {
  'GET /api/email-sends': { id: 'listSentEmails', query: { limit: 50, sequenceId: ID.sequence } },
  'GET /api/email-sends/{id}': {
    id: 'getSentEmail',
    text: 'Takes the `id` of the log, or the `emailId` of an event. `text` is empty once it was removed for its age.',
    params: { id: ID.log },
  },
  'POST /api/email-sends/export': { id: 'exportSentEmails', body: {} },
  'GET /api/email-sends/uncertain': { id: 'listUncertainEmails' },
  'POST /api/email-sends/{id}/resend': {
    id: 'resendUncertainEmail',
    text: 'If the first attempt did arrive after all, the contact gets the email twice.',
    params: { id: ID.send },
  },
  'POST /api/email-sends/{id}/count-as-sent': {
    id: 'countUncertainEmailAsSent',
    params: { id: ID.uncertain },
  },
}
