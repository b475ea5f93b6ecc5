import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useFailureToast } from '~/components/forms/action-form'
import { titled } from '~/components/page/meta'
import { editorClientAction } from '~/components/templates/editor-client-action'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { VARIANT_FIELDS } from '~/models/sequences/variants/fields'
import { createTemplate } from '~/models/templates/template.server'
import { editorAction, editorData } from '../../templates/editor-action'
import { below, belowWith } from './addresses'

export const meta = titled('Create New Template')

export const loader = page(async (call) => {
  await getSequence(call.db, call.userId, call.params.id!)
  return editorData(call)
})

export const action = editorAction(async ({ input }, { app, db, userId, params, url }) => {
  await getSequence(db, userId, params.id!)
  const { id, name } = await createTemplate(db, userId, input)
  const toast = { kind: 'success', title: 'Template created and selected', text: name } as const
  const into = url.searchParams.get('into') ?? ''
  return redirectWithToast(
    app,
    belowWith(url, VARIANT_FIELDS.includes(into) ? into : 'templateId', id),
    toast,
  )
})

/** With scripts, a failed request shows a toast. */
export const clientAction = editorClientAction('Failed to create template')

/** The Create New Template dialog over a step's form; the form's values are kept in the URL. */
export default function NewTemplateBeside() {
  const writer = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as TemplateFormProps['response']
  const closeTo = below(useLocation())
  return (
    <RouteDialog title="Create New Template" closeTo={closeTo} size="full">
      <TemplateForm response={response} closeTo={closeTo} {...writer} />
      <InstantToast toast={useFailureToast(response, 'Failed to create template')} />
    </RouteDialog>
  )
}
