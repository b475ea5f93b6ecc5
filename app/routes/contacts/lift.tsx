import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { failing } from '~/components/forms/failing'
import { titleOf } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { notFound } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { isStop, LIFT_WORDS, type Stop } from '~/models/contacts/lift'
import { liftStop } from '~/models/contacts/lift.server'
import { paths } from '~/paths'

export const meta = ({ data }: { data?: { title: string } }) => titleOf(data?.title ?? 'Lift a stop')

/** The stop that an address names. @throws AppError NOT_FOUND */
const stopOf = (text: string | undefined): Stop => (isStop(text) ? text : notFound())

export const loader = page(async ({ db, userId, params }) => {
  const stop = stopOf(params.stop)
  const contact = await getContact(db, userId, params.id!)
  return { id: contact.id, name: displayName(contact), stop, title: LIFT_WORDS[stop] }
})

const DONE: Record<Stop, string> = {
  suppression: 'Suppression lifted',
  unsubscription: 'Unsubscription lifted',
  bounce: 'Bounce mark lifted',
}
const FAILED = 'Failed to lift it'

export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason, back: ({ params }) => paths.contact(params.id!) },
  async (_, { app, db, userId, params }) => {
    const stop = stopOf(params.stop)
    await liftStop(db, userId, params.id!, stop, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.contact(params.id!), { kind: 'success', title: DONE[stop] })
  },
)

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing(FAILED)

const MEANING: Record<Stop, (name: string) => string> = {
  suppression: (name) =>
    `"${name}" may get mail again, and the count of unopened mails starts anew. Do this only if you know why mail was stopped.`,
  unsubscription: (name) =>
    `"${name}" asked for no more mail. Lift this only if they asked you to write again; in many countries writing without that is against the law.`,
  bounce: (name) =>
    `A mail to "${name}" came back because the address does not exist. If it still does not, the next mail comes back too and harms your mailbox's standing.`,
}

/** The question before a stop is lifted. */
export default function LiftDialog() {
  const { id, name, stop, title } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title={title}
      text={`${MEANING[stop](name)} Sequences that ended stay ended. That you lifted it is kept in the timeline.`}
      closeTo={paths.contact(id)}
      confirm={title}
      busy="Lifting..."
    />
  )
}
