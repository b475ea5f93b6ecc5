import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

const params = { id: ID.template }
const email = {
  subject: 'A question, {{ first_name | default: "there" }}',
  htmlBody: '<p>Hi {{ first_name | default: "there" }}, how do you find new customers today?</p>',
}

export const TEMPLATE_CALLS: CallRows = {
  'GET /api/templates': { id: 'listTemplates', query: { limit: 50 } },
  'POST /api/templates': {
    id: 'createTemplate',
    text: '`warnings` lists problems that prevent its emails or may harm their delivery, such as a variable without a default that some contacts lack. A misspelt variable is refused: `first_nam: did you mean first_name?`',
    body: { name: 'First email', ...email },
  },
  'GET /api/templates/{id}': { id: 'getTemplate', params },
  'PATCH /api/templates/{id}': {
    id: 'updateTemplate',
    text: 'Fields that are absent stay as they are.',
    params,
    body: { subject: 'One more question' },
  },
  'DELETE /api/templates/{id}': {
    id: 'deleteTemplate',
    text: 'If a sequence uses it, it is refused with `IN_USE` unless `contacts` says what becomes of the contacts whose next email uses it, or `force` is true, which means `hold`: they wait until the step has another template. In an A/B test, only contacts whose email is planned with it count.',
    params,
    query: { contacts: 'hold' },
  },
  'POST /api/templates/preview': { id: 'previewTemplate', body: email },
  'POST /api/templates/ai-generate': {
    id: 'generateTemplateBody',
    text: 'Needs an AI service, which the operator of this installation configures.',
    body: { subject: 'A question', outline: 'Ask how they find new customers. Two sentences.' },
  },
  'POST /api/templates/{id}/send-test': {
    id: 'sendTestEmail',
    params,
    body: { email: EXAMPLE.email, senderAccountId: ID.mailbox },
  },
}
