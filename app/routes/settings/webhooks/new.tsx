import { data } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { NewSecret } from '~/components/settings/webhooks/new-secret'
import { WebhookForm } from '~/components/settings/webhooks/webhook-form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { createWebhook } from '~/models/webhooks/endpoints.server'
import { WebhookForm as Fields } from '~/models/webhooks/webhook'
import { paths } from '~/paths'

export const meta = titled('Add webhook')

export const loader = page(async () => null)

const FAILED = 'Failed to add the webhook'

export const action = formAction(
  Fields,
  async (input, { app, db, userId, address }) => {
    const { id, secret } = await createWebhook(db, userId, input, app, { address })
    return data({ created: { id, secret } }, { headers: { 'Cache-Control': 'no-store' } })
  },
  { failure: FAILED, once: { isApart: true, showsResult: true } },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Adds a webhook, and shows its secret once. */
export default function AddWebhookDialog() {
  const response = useActionData<typeof action>()
  const created = response && 'created' in response ? response.created : null
  return (
    <RouteDialog title={created ? 'Webhook added' : 'Add webhook'} closeTo={paths.webhooks()}>
      {created ? (
        <NewSecret secret={created.secret} doneTo={paths.webhook(created.id)} />
      ) : (
        <WebhookForm
          response={response}
          present={{ url: '', events: ['*'] }}
          closeTo={paths.webhooks()}
          save="Add webhook"
          busy="Adding..."
        />
      )}
    </RouteDialog>
  )
}
