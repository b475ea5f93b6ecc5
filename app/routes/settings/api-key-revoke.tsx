import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { countWebhooksOf, getKey, revokeKey } from '~/models/accounts/keys/keys.server'
import { paths } from '~/paths'

export const meta = titled('Revoke API key')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name } = await getKey(db, userId, params.id!)
  return { name, webhooks: await countWebhooksOf(db, id) }
})

const FAILED = 'Failed to revoke the API key'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.apiKeys() },
  async (_, { app, db, userId, params, address }) => {
    await revokeKey(db, userId, params.id!, address)
    return redirectWithToast(app, paths.apiKeys(), { kind: 'success', title: 'API key revoked' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the end of an API key. */
export default function RevokeKeyDialog() {
  const { name, webhooks } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Revoke API key"
      text={`Revoke the key "${name}"? Programs that use it are refused from now on.${ends(webhooks)} This cannot be undone.`}
      closeTo={paths.apiKeys()}
      confirm="Revoke"
      busy="Revoking..."
    />
  )
}

const ends = (webhooks: number) =>
  webhooks === 0
    ? ''
    : webhooks === 1
      ? ' The webhook that it made is switched off.'
      : ` The ${webhooks} webhooks that it made are switched off.`
