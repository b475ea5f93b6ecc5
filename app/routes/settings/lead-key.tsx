import { getFormProps, getInputProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { describedBy, Field } from '~/components/forms/field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { Eye, EyeOff } from '~/components/ui/icons'
import { InstantToast } from '~/components/ui/toast-viewer'
import { useHydrated } from '~/components/ui/use-hydrated'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { LeadKey } from '~/models/leads/key'
import { checkLeadKey, saveLeadKey } from '~/models/leads/key.server'
import { paths } from '~/paths'

export const meta = titled('Apollo API Key')

export const loader = page(async ({ app, db, userId }) => ({
  mask: (await getCurrentUser(db, userId, app.secrets)).apolloApiKey,
}))

export const action = formAction(
  LeadKey,
  async ({ apiKey }, { app, db, userId, request }) => {
    await saveLeadKey(db, userId, apiKey, app.secrets)
    const text = await checkLeadKey(app.providers, apiKey, request.signal)
    return redirectWithToast(app, paths.integrations(), { kind: 'success', title: 'API Key Saved', text })
  },
  { hide: ['apiKey'] },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to save API key')

/** Asks for the API key of the user's own lead database account. */
export default function LeadKeyDialog() {
  const { mask } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof LeadKey>>(response)
  const busy = useSubmitting()
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  const key = fields.apiKey
  const type = shown ? 'text' : 'password'
  return (
    <RouteDialog
      title="Apollo API Key"
      description="Create it in Apollo under Settings, Integrations, API. It needs access to people search, people match and bulk match."
      closeTo={paths.integrations()}
    >
      <InstantToast toast={useFailureToast(response, 'Failed to save API key')} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <Field
          field={key}
          label="API key"
          hint={
            mask ? `The saved key is ${mask}. Entering a new one replaces it.` : 'It is stored encrypted.'
          }
        >
          <div className="flex gap-2">
            <input
              {...getInputProps(key, { type, value: false, ...describedBy(key, true) })}
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              required
              className="control font-mono"
            />
            {hydrated && (
              <Button
                type="button"
                square
                aria-label={shown ? 'Hide API key' : 'Show API key'}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
                icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
              />
            )}
          </div>
        </Field>
        <DialogActions>
          <CancelLink to={paths.integrations()} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save API Key
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
