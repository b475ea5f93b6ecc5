import { useActionData, useLocation } from '@remix-run/react'
import { useMemo } from 'react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { CreateListDialog } from '~/components/personas/create-list-dialog'
import { InstantToast, type Toast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewLeadList } from '~/models/leads/search'
import { createPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Create New Email List')

export const loader = page(async () => null)

export const action = formAction(
  NewLeadList,
  async (input, { app, db, userId, url }) => {
    const { id, name } = await createPersona(db, userId, input)
    const search = new URLSearchParams(url.search)
    search.set('personaId', id)
    const toast = { kind: 'success', title: 'Email list created successfully', text: name } as const
    return redirectWithToast(app, `${paths.addLeads()}?${search}`, toast)
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create email list')

/** Creates an email list for the leads chosen in the dialog below. */
export default function NewLeadListDialog() {
  const response = useActionData<typeof action>()
  const { search } = useLocation()
  const isMissing = JSON.stringify(response ?? '').includes('Please fill in all required fields')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event
  const toast = useMemo<Toast | null>(
    () =>
      isMissing
        ? { kind: 'error', title: 'Missing information', text: 'Please fill in all required fields' }
        : null,
    [response],
  )
  return (
    <>
      <InstantToast toast={toast} />
      <CreateListDialog
        title="Create New Email List"
        closeTo={`${paths.addLeads()}${search}`}
        response={response}
      />
    </>
  )
}
