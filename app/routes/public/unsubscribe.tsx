import { data } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { AppError, notFound } from '~/errors'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'
import { respondWith } from '~/http/page.server'
import { takePoint } from '~/models/accounts/rate-limit.server'
import { findUnsubscribe, unsubscribe } from '~/models/tracking/tracking.server'

export const meta = titled('Unsubscribe')

/** Shows a button and changes nothing, because scanners follow links (RFC 8058, section 3.1). */
export const loader = (args: RouteArgs) =>
  respondWith(async () => {
    const found = await findUnsubscribe(args.context.app.db, args.params.token ?? '')
    if (!found) await refuseUnknown(args)
    return { email: found!.email, done: found!.done }
  })

/** Unsubscribes, by the button or by a mail client's one-click request (no cookie, no redirect). */
export async function action(args: RouteArgs) {
  const { app } = args.context
  try {
    if (args.request.method !== 'POST')
      throw new AppError('METHOD_NOT_ALLOWED', 'Only POST unsubscribes', { allow: ['GET', 'POST'] })
    const known = await unsubscribe(app.db, args.params.token ?? '', await app.clock.now(), app.secrets)
    if (!known) await refuseUnknown(args)
    return data({ unsubscribed: true })
  } catch (error) {
    return errorResponse(app, error)
  }
}

async function refuseUnknown({ context }: RouteArgs): Promise<never> {
  const wait = await takePoint(context.app.db, {
    key: `unsubscribe:${context.address}`,
    points: 100,
    windowSeconds: 60,
  })
  if (wait > 0)
    throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
      retryAfter: wait,
    })
  return notFound('This unsubscribe link is invalid')
}

export default function Unsubscribe() {
  const { email, done } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as { unsubscribed?: boolean } | undefined
  const finished = done || response?.unsubscribed
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-6">
      <h1 className="text-xl font-semibold">{finished ? 'You are unsubscribed' : 'Unsubscribe'}</h1>
      <p className="text-muted">
        {finished
          ? `${email} will get no more emails from this sender.`
          : `Unsubscribe ${email} from this sender?`}
      </p>
      {!finished && (
        <Form method="post">
          <button
            type="submit"
            className="inline-flex h-10 items-center rounded-md bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong"
          >
            Unsubscribe
          </button>
        </Form>
      )}
    </main>
  )
}
