import type { CallRows } from '../row'
import { ID } from '../values'

const IN_PROGRESS = 'Contacts in progress follow the change unless `keepInProgress` is true.'

export const STEP_CALLS: CallRows = {
  'GET /api/sequences/{id}/steps': { id: 'listSteps', params: { id: ID.sequence } },
  'POST /api/sequences/{id}/steps': {
    id: 'createStep',
    text: `A Send Email step needs \`templateId\` or \`variants\`, a Wait step \`waitValue\` and \`waitUnit\`, a step that adds to an email list \`personaId\`. ${IN_PROGRESS}`,
    params: { id: ID.sequence },
    body: {
      stepType: 'send_email',
      templateId: ID.template,
      delayDays: 3,
      sendHour: 9,
      sendMinute: 30,
      sameThread: true,
    },
  },
  'GET /api/steps/{id}': { id: 'getStep', params: { id: ID.step } },
  'PATCH /api/steps/{id}': {
    id: 'updateStep',
    text: `Fields that are absent stay as they are. ${IN_PROGRESS}`,
    params: { id: ID.step },
    body: { delayDays: 2, repliedNext: 'end' },
  },
  'DELETE /api/steps/{id}': {
    id: 'deleteStep',
    text: 'Branches that led to it become the end of the sequence. Reactions to emails that it has sent still count. If contacts are in it, or branches lead to it, it is refused with `IN_USE` unless `force` is true or `keepInProgress` is given.',
    params: { id: ID.step },
    query: { force: 'true' },
  },
}
