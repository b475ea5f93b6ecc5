import { Form, useLoaderData, useNavigation, useParams } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { DeliveryFacts } from '~/components/settings/webhooks/delivery-facts'
import { Button, LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/shared/format-time'
import { getDelivery, resendDelivery } from '~/models/webhooks/deliveries.server'
import { getWebhook } from '~/models/webhooks/endpoints.server'
import { paths } from '~/paths'

export const meta = titled('Delivery')

export const loader = page(async ({ db, userId, user, params }) => {
  const { active } = await getWebhook(db, userId, params.id!)
  const { at, attemptedAt, nextAt, isInFlight, ...delivery } = await getDelivery(
    db,
    userId,
    params.id!,
    params.deliveryId!,
  )
  const waits = delivery.status === 'pending' && !isInFlight
  return {
    ...delivery,
    active,
    when: formatMoment(at, user.timezone),
    attempted: attemptedAt && formatMoment(attemptedAt, user.timezone),
    next: waits && delivery.attempts > 0 ? formatMoment(nextAt, user.timezone) : null,
  }
})

const FAILED = 'The event was not sent again'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params }) => paths.webhook(params.id!) },
  async (_, { app, db, userId, params }) => {
    await resendDelivery(db, userId, params.id!, params.deliveryId!)
    const text = 'The response appears below in a moment.'
    return redirectWithToast(app, paths.webhook(params.id!), {
      kind: 'success',
      title: 'Event queued again',
      text,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** What was sent to a webhook, and the response of its server. */
export default function DeliveryDialog() {
  const delivery = useLoaderData<typeof loader>()
  const closeTo = paths.webhook(useParams().id!)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <RouteDialog title={delivery.type} closeTo={closeTo} size="lg">
      <div className="space-y-4">
        <DeliveryFacts {...delivery} />
        <DialogActions>
          <LinkButton to={closeTo}>Close</LinkButton>
          {delivery.active && (
            <Form method="post" preventScrollReset>
              <Button variant="primary" busy={busy && 'Sending...'}>
                Send again
              </Button>
            </Form>
          )}
        </DialogActions>
      </div>
    </RouteDialog>
  )
}
