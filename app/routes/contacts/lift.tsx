import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titleOf } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { notFound } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { isStop, LIFT_LABELS, type Stop } from '~/models/contacts/lift'
import { liftStop } from '~/models/contacts/lift.server'
import { paths } from '~/paths'

export const meta = ({ data }: { data?: { title: string } }) => titleOf(data?.title ?? 'Allow emails again')

/** The stop named in the path. @throws AppError NOT_FOUND */
const stopOf = (text: string | undefined): Stop => (isStop(text) ? text : notFound())

export const loader = page(async ({ db, userId, params, url }) => {
  const stop = stopOf(params.stop)
  const contact = await getContact(db, userId, params.id!)
  return {
    closeTo: paths.contact(contact.id) + keepTable(url.search),
    name: displayName(contact),
    stop,
    title: LIFT_LABELS[stop],
  }
})

const DONE: Record<Stop, string> = {
  suppression: 'Suppression lifted',
  unsubscription: 'Unsubscription lifted',
  bounce: 'Bounce mark lifted',
}
const FAILED = 'Failed to lift the stop'

export const action = buttonAction(
  z.object({}),
  {
    failure: (_, reason) => reason,
    back: ({ params, url }) => paths.contact(params.id!) + keepTable(url.search),
  },
  async (_, { app, db, userId, params, url }) => {
    const stop = stopOf(params.stop)
    await liftStop(db, userId, params.id!, stop, await app.clock.now(), app.secrets)
    const back = paths.contact(params.id!) + keepTable(url.search)
    return redirectWithToast(app, back, { kind: 'success', title: DONE[stop] })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

const MEANING: Record<Stop, (name: string) => string> = {
  suppression: (name) =>
    `"${name}" can get emails again, and the count of unopened emails restarts at zero. Do this only if you know why this contact was suppressed.`,
  unsubscription: (name) =>
    `"${name}" unsubscribed. Lift this only if they asked you to write again; in many countries, emailing them without consent is illegal.`,
  bounce: (name) =>
    `An email to "${name}" bounced because the address does not exist. If it still does not, the next one bounces too and harms your mailbox's reputation.`,
}

/** Confirms lifting a stop. */
export default function LiftDialog() {
  const { closeTo, name, stop, title } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title={title}
      text={`${MEANING[stop](name)} Ended sequences do not resume. The timeline records that you lifted it.`}
      closeTo={closeTo}
      confirm={title}
      busy="Lifting..."
    />
  )
}
