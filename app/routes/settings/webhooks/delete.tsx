import { useLoaderData, useParams } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteWebhook, getWebhook } from '~/models/webhooks/endpoints.server'
import { paths } from '~/paths'

export const meta = titled('Delete webhook')

export const loader = page(async ({ db, userId, params }) => ({
  url: (await getWebhook(db, userId, params.id!)).url,
}))

const FAILED = 'Failed to delete the webhook'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params }) => paths.webhook(params.id!) },
  async (_, { app, db, userId, params }) => {
    await deleteWebhook(db, userId, params.id!)
    return redirectWithToast(app, paths.webhooks(), { kind: 'success', title: 'Webhook deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the end of a webhook. */
export default function DeleteWebhookDialog() {
  const { url } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete webhook"
      text={`Delete the webhook ${url} and its log? Pending events will not be sent. This action cannot be undone.`}
      closeTo={paths.webhook(useParams().id!)}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
