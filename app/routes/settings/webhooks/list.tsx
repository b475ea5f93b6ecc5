import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { WebhooksCard } from '~/components/settings/webhooks/webhooks-card'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/shared/format-time'
import { listWebhookStates } from '~/models/webhooks/deliveries.server'
import { listWebhooks } from '~/models/webhooks/endpoints.server'
import { paths } from '~/paths'

export const meta = titled('Webhooks')

export const loader = page(async ({ db, userId, user }) => {
  const webhooks = await listWebhooks(db, userId)
  const states = await listWebhookStates(db, userId)
  return {
    webhooks: webhooks.map((webhook) => {
      const { failingSince = null, offReason = null, last = null } = states.get(webhook.id) ?? {}
      const when = last?.attemptedAt && formatMoment(last.attemptedAt, user.timezone)
      const what = last?.responseStatus ? `Last response ${last.responseStatus}` : last?.error
      return {
        ...webhook,
        offReason,
        failing: failingSince && formatMoment(failingSince, user.timezone),
        last: when ? `${what}, ${when}` : null,
      }
    }),
  }
})

/** The webhooks of the user. */
export default function Webhooks() {
  const { webhooks } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-3xl">
        <WebhooksCard webhooks={webhooks} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.webhooks(), label: 'Back to the webhooks' }} />
)
