import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { failing } from '~/components/forms/failing'
import { titled } from '~/components/page/meta'
import { WebhookForm } from '~/components/settings/webhooks/webhook-form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import { WebhookForm as Fields } from '~/models/webhooks/webhook'
import { paths } from '~/paths'

export const meta = titled('Edit webhook')

export const loader = page(async ({ db, userId, params }) => {
  const { url, events } = await getWebhook(db, userId, params.id!)
  return { url, events }
})

const FAILED = 'Failed to change the webhook'

export const action = formAction(
  Fields,
  async (input, { app, db, userId, params }) => {
    await updateWebhook(db, userId, params.id!, input, app)
    return redirectWithToast(app, paths.webhook(params.id!), { kind: 'success', title: 'Webhook updated' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = failing(FAILED)

/** Changes the address and the events of a webhook. */
export default function EditWebhookDialog() {
  const closeTo = paths.webhook(useParams().id!)
  return (
    <RouteDialog title="Edit webhook" closeTo={closeTo}>
      <WebhookForm
        answer={useActionData<typeof action>()}
        present={useLoaderData<typeof loader>()}
        closeTo={closeTo}
        save="Save Changes"
        busy="Saving..."
      />
    </RouteDialog>
  )
}
