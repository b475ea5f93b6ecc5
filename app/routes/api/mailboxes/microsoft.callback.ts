import type { RouteArgs } from '~/http/auth.server'
import { consentCallback } from '~/http/consent/callback.server'
import { redirectWithToast } from '~/http/flash.server'
import { AdministratorNeeded, finishMicrosoftFlow } from '~/models/mailboxes/consent/microsoft-connect.server'
import { paths } from '~/paths'

const afterConsent = consentCallback({
  finish: async (app, caller, answer) =>
    finishMicrosoftFlow(app.db, caller, answer, await app.clock.now(), app),
  screen: paths.gmail(),
  done: (email) => ({ title: 'Microsoft account connected', text: `${email} can now send emails.` }),
  explain: (error) => (error instanceof AdministratorNeeded ? paths.microsoftConsent() : null),
})

/** Also ends the administrator's own page, which connects nothing. */
export const loader = (args: RouteArgs): Promise<Response> =>
  new URL(args.request.url).searchParams.get('admin_consent') === 'True'
    ? redirectWithToast(args.context.app, paths.gmail(), {
        kind: 'success',
        title: 'Coldframe is allowed in this organization',
        text: 'Its members can connect their accounts now.',
      })
    : afterConsent(args)
