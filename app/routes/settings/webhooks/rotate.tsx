import { data } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { NewSecret } from '~/components/settings/webhooks/new-secret'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import { ROTATION_HOURS } from '~/models/webhooks/secrets.server'
import { paths } from '~/paths'

export const meta = titled('Replace secret')

export const loader = page(async ({ db, userId, params }) => ({
  url: (await getWebhook(db, userId, params.id!)).url,
  hours: ROTATION_HOURS,
}))

const FAILED = 'Failed to replace the secret'

export const action = formAction(
  z.object({}),
  async (_, { app, db, userId, params }) => {
    const { secret } = await updateWebhook(db, userId, params.id!, { rotateSecret: true }, app)
    return data({ secret: secret! }, { headers: { 'Cache-Control': 'no-store' } })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Replaces the secret of a webhook, and shows the new one once. */
export default function RotateDialog() {
  const { url, hours } = useLoaderData<typeof loader>()
  const closeTo = paths.webhook(useParams().id!)
  const response = useActionData<typeof action>()
  if (response && 'secret' in response)
    return (
      <RouteDialog title="Secret replaced" closeTo={closeTo}>
        <NewSecret secret={response.secret} doneTo={closeTo} />
      </RouteDialog>
    )
  return (
    <ConfirmDialog
      title="Replace secret"
      text={`Create a new secret for ${url}? For ${hours} hours, events are signed with both secrets, so that you can switch your program over.`}
      closeTo={closeTo}
      confirm="Replace secret"
      busy="Replacing..."
      variant="primary"
      errors={response?.result?.error?.[''] ?? []}
    />
  )
}
