import { redirect } from '@remix-run/node'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { notFound } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { HOLD_WORDS } from '~/models/contacts/holds/hold-words'
import { HoldDecision, isContactHold } from '~/models/contacts/holds/holds'
import { decideContactHold } from '~/models/inbound/contact-hold.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.contact(params.id!))

const FAILED = 'Failed to save your decision'

export const action = buttonAction(
  HoldDecision,
  { failure: FAILED, back: ({ params, url }) => paths.contact(params.id!) + keepTable(url.search) },
  async ({ choice }, { app, db, userId, params, url }) => {
    const { id, reason } = params
    if (!isContactHold(reason)) notFound()
    await decideContactHold(db, userId, id!, reason, choice, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.contact(id!) + keepTable(url.search), {
      kind: 'success',
      title: HOLD_WORDS[reason].done[choice],
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)
