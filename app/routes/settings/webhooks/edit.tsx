import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { useEdit } from '~/components/forms/edits'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { WEBHOOK_PARTS, WebhookForm } from '~/components/settings/webhooks/webhook-form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import type { Db } from '~/db.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { type PageCall, page } from '~/http/page.server'
import { getWebhook, lockWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import { WebhookForm as Fields } from '~/models/webhooks/webhook'
import { paths } from '~/paths'

export const meta = titled('Edit webhook')

/** The fields of the form, as they are stored. */
async function read(db: Db, { userId, params }: Pick<PageCall, 'userId' | 'params'>) {
  const { url, events } = await getWebhook(db, userId, params.id!)
  return { url, events }
}

export const loader = page(async (call) => {
  const values = await read(call.db, call)
  return { ...values, loaded: loadedEdit(WEBHOOK_PARTS, values) }
})

const FAILED = 'Failed to change the webhook'

export const action = formAction(
  Fields,
  async (_, { app, db, userId, params }, { mergedUnlocked, unchanged, kept }) => {
    await updateWebhook(db, userId, params.id!, await mergedUnlocked(db), app, { check: unchanged })
    return redirectWithToast(app, paths.webhook(params.id!), {
      kind: 'success',
      title: 'Webhook updated',
      text: kept(),
    })
  },
  {
    failure: FAILED,
    edits: {
      parts: WEBHOOK_PARTS,
      read,
      lock: (tx, { userId, params }) => lockWebhook(tx, userId, params.id!),
    },
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Changes the address and the events of a webhook. */
export default function EditWebhookDialog() {
  const closeTo = paths.webhook(useParams().id!)
  const { loaded, ...present } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useEdit(response, loaded)
  return (
    <RouteDialog title="Edit webhook" closeTo={closeTo}>
      <WebhookForm {...{ response, present, closeTo, edit }} save="Save Changes" busy="Saving..." />
    </RouteDialog>
  )
}
