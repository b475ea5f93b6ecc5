import { useActionData, useLoaderData } from '@remix-run/react'
import { useRefusalToast } from '~/components/forms/plain-form'
import { titled } from '~/components/page/meta'
import { failingEditor } from '~/components/templates/failing-editor'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { placeholderWarnings } from '~/models/templates/placeholders'
import { getTemplate, updateTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'
import { editorAction, editorData } from './editor-action'

export const meta = titled('Edit Template')

export const loader = page(async (call) => {
  const template = await getTemplate(call.db, call.userId, call.params.id!)
  return { template, writer: await editorData(call) }
})

export const action = editorAction(async (input, { app, db, userId, params }) => {
  // An empty text is cleared, not unchanged.
  const change = { ...input, plainTextBody: input.plainTextBody ?? null }
  const template = await updateTemplate(db, userId, params.id!, change, await app.clock.now())
  return redirectWithToast(app, paths.templatePreview(params.id!), {
    kind: 'success',
    title: 'Template updated successfully',
    text: placeholderWarnings(template)[0],
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failingEditor('Failed to update template')

/** The editor over the template's screen. */
export default function EditTemplate() {
  const { template, writer } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as TemplateFormProps['answer']
  const closeTo = paths.templatePreview(template.id)
  return (
    <RouteDialog title="Edit Template" closeTo={closeTo} size="xl">
      <TemplateForm template={template} answer={answer} closeTo={closeTo} {...writer} />
      <InstantToast toast={useRefusalToast(answer, 'Error')} />
    </RouteDialog>
  )
}
