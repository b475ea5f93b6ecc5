import { useActionData, useLoaderData } from '@remix-run/react'
import { useRefusalToast } from '~/components/forms/action-form'
import { useEdit } from '~/components/forms/edits'
import { titled } from '~/components/page/meta'
import { editorClientAction } from '~/components/templates/editor-client-action'
import { TEMPLATE_PARTS, templateValues } from '~/components/templates/edits'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { page } from '~/http/page.server'
import { warningsOf } from '~/models/templates/lacking.server'
import { getTemplate, lockTemplate, updateTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'
import { editorAction, editorData } from './editor-action'

export const meta = titled('Edit Template')

export const loader = page(async (call) => {
  const template = await getTemplate(call.db, call.userId, call.params.id!)
  const loaded = loadedEdit(TEMPLATE_PARTS, templateValues(template))
  return { template, loaded, writer: await editorData(call) }
})

export const action = editorAction(
  async ({ merged, kept }, { app, db, userId, params }) => {
    const now = await app.clock.now()
    const template = await db.transaction(async (tx) => {
      const input = await merged(tx)
      // An empty text is cleared, not unchanged.
      const change = { ...input, plainTextBody: input.plainTextBody ?? null }
      return updateTemplate(tx, userId, params.id!, change, now)
    })
    return redirectWithToast(app, paths.templatePreview(params.id!), {
      kind: 'success',
      title: 'Template updated successfully',
      text: [kept(), ...(await warningsOf(db, userId, template))].filter(Boolean).join(' ') || undefined,
    })
  },
  {
    parts: TEMPLATE_PARTS,
    read: async (db, { userId, params }) => templateValues(await getTemplate(db, userId, params.id!)),
    lock: (tx, { userId, params }) => lockTemplate(tx, userId, params.id!),
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = editorClientAction('Failed to update template')

/** The editor over the template's screen. */
export default function EditTemplate() {
  const { template, loaded, writer } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as TemplateFormProps['response']
  const edit = useEdit(response, loaded)
  const closeTo = paths.templatePreview(template.id)
  return (
    <RouteDialog title="Edit Template" closeTo={closeTo} size="full">
      <TemplateForm {...{ template, response, edit, closeTo }} {...writer} />
      <InstantToast toast={useRefusalToast(response, 'Error')} />
    </RouteDialog>
  )
}
