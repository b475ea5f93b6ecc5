import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ActionResponse } from '~/components/forms/action-form'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { CreatedKey, NewKeyForm } from '~/components/settings/new-key'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { KeyForm } from '~/models/accounts/keys/key'
import { createKey, daysFromNow } from '~/models/accounts/keys/keys.server'
import { listPersonas } from '~/models/personas/persona.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'

export const meta = titled('Create API key')

export const loader = page(async ({ db, userId }) => ({
  sequences: (await listSequences(db, userId, { limit: 1000 })).rows.map(({ id, name }) => ({ id, name })),
  personas: (await listPersonas(db, userId, { limit: 1000 })).rows.map(({ id, name }) => ({ id, name })),
}))

const FAILED = 'Failed to create the API key'

export const action = formAction(
  KeyForm,
  async ({ lifetime, ...input }, { db, userId, address }) => {
    const expiresAt = lifetime === 0 ? null : await daysFromNow(db, lifetime)
    const { key, name } = await createKey(db, userId, { ...input, expiresAt }, address)
    return data({ created: { text: key, name } }, { headers: { 'Cache-Control': 'no-store' } })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Creates an API key, and shows it once. */
export default function CreateKeyDialog() {
  const choices = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const created = response && 'created' in response ? response.created : null
  return (
    <RouteDialog title={created ? 'API key created' : 'Create API key'} closeTo={paths.apiKeys()}>
      {created ? (
        <CreatedKey {...created} />
      ) : (
        <NewKeyForm response={response as ActionResponse | undefined} {...choices} />
      )}
    </RouteDialog>
  )
}
