import { api, operation } from '~/http/api.server'
import { MessageResponse } from '~/models/api/shared'
import { sendTestEmail } from '~/models/outbox/send-test.server'
import { SendTest } from '~/models/templates/template'

const route = api({
  POST: operation({
    external: true,
    summary: 'Sends a test email from a template',
    response: MessageResponse,
    body: SendTest,
    sends: 'always',
    run: async ({ app, userId, params, body }) => {
      await sendTestEmail(app, userId, params.id!, body)
      return { message: 'Test email sent successfully' }
    },
  }),
})

export const loader = route.loader
export const action = route.action
