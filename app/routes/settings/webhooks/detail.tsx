import { Form, Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { useRefresh } from '~/components/page/use-refresh'
import { DeliveriesCard } from '~/components/settings/webhooks/deliveries-card'
import { WebhookCard } from '~/components/settings/webhooks/webhook-card'
import { WebhookState } from '~/components/settings/webhooks/webhook-state'
import { Button } from '~/components/ui/button'
import { PageHeader } from '~/components/ui/page-header'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/shared/format-time'
import { listDeliveries, listWebhookStates } from '~/models/webhooks/deliveries.server'
import { getWebhook, testWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import { paths } from '~/paths'

/** Deliveries on one page. */
const PAGE = 25

/** How often the screen looks for the responses to early attempts, in milliseconds. */
const SENDING_MS = 2000

export const meta = titled('Webhook')

export const loader = page(async ({ db, userId, user, params, url }) => {
  const cursor = url.searchParams.get('cursor')?.slice(0, 200)
  const webhook = await getWebhook(db, userId, params.id!)
  const state = (await listWebhookStates(db, userId, webhook.id)).get(webhook.id)
  const log = await listDeliveries(db, userId, webhook.id, { limit: PAGE, ...(cursor ? { cursor } : {}) })
  const here = paths.webhook(webhook.id)
  return {
    webhook: {
      ...webhook,
      offReason: state?.offReason ?? null,
      keyName: state?.keyName ?? null,
      failing: state?.failingSince ? formatMoment(state.failingSince, user.timezone) : null,
      bothUntil:
        state?.previousUntil && !state.isRotated ? formatMoment(state.previousUntil, user.timezone) : null,
    },
    deliveries: log.rows.map(({ at, body: _, ...row }) => ({
      ...row,
      at: at.toISOString(),
      when: formatMoment(at, user.timezone),
    })),
    newer: cursor ? here : null,
    older: log.cursor ? `${here}?${new URLSearchParams({ cursor: log.cursor })}` : null,
  }
})

const Act = z.object({ act: z.enum(['test', 'on', 'off']) })
const FAILED = { test: 'The test was not sent', on: 'Failed to switch on', off: 'Failed to switch off' }
const DONE = {
  test: { title: 'Test event queued', text: 'The response appears below in a moment.' },
  on: { title: 'Webhook switched on' },
  off: { title: 'Webhook switched off' },
}

export const action = buttonAction(
  Act,
  {
    failure: ({ act }, reason) => `${FAILED[act]}. ${reason}`,
    back: ({ params }) => paths.webhook(params.id!),
  },
  async ({ act }, { app, db, userId, params }) => {
    const id = params.id!
    if (act === 'test') await testWebhook(db, userId, id)
    else await updateWebhook(db, userId, id, { active: act === 'on' }, app)
    return redirectWithToast(app, paths.webhook(id), { kind: 'success', ...DONE[act] })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the webhook')

/** One webhook with the log of its deliveries. */
export default function WebhookDetail() {
  const { webhook, deliveries, newer, older } = useLoaderData<typeof loader>()
  const isSending = deliveries.some(({ status, attempts }) => status === 'pending' && attempts < 2)
  useRefresh(webhook.active, isSending ? SENDING_MS : undefined)
  return (
    <>
      <PageHeader
        title="Webhook"
        badges={<WebhookState {...webhook} />}
        back={{ to: paths.webhooks(), label: 'Webhooks' }}
        actions={
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            {webhook.active && (
              <Button name="act" value="test" variant="primary">
                Send test event
              </Button>
            )}
            <Button name="act" value={webhook.active ? 'off' : 'on'}>
              {webhook.active ? 'Switch off' : 'Switch on'}
            </Button>
          </Form>
        }
      />
      <div className="max-w-3xl space-y-4">
        <WebhookCard webhook={webhook} />
        <DeliveriesCard webhookId={webhook.id} deliveries={deliveries} newer={newer} older={older} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.webhooks(), label: 'Back to the webhooks' }} />
)
