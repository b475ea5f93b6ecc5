import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/meta'
import { useRefusalToast } from '~/components/plain-form'
import { RouteDialog } from '~/components/route-dialog'
import { TemplateForm, type TemplateFormProps } from '~/components/template-form'
import { InstantToast } from '~/components/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { TemplateForm as Fields } from '~/models/template'
import { getTemplate, previewTemplate, updateTemplate } from '~/models/template.server'
import { paths } from '~/paths'

export const meta = titled('Edit Template')

export const loader = page(async ({ db, userId, params }) => {
  const { builderJson: _, ...template } = await getTemplate(db, userId, params.id!)
  return { template }
})

export const action = formAction(Fields, async ({ intent, ...input }, { app, db, userId, params }) => {
  if (intent === 'preview') {
    return data({ preview: previewTemplate(input, app.env.appUrl), result: { initialValue: input } })
  }
  // An emptied text is gone, not unchanged.
  const change = { ...input, plainTextBody: input.plainTextBody ?? null }
  await updateTemplate(db, userId, params.id!, change, await app.clock.now())
  return redirectWithToast(app, paths.templatePreview(params.id!), {
    kind: 'success',
    title: 'Template updated successfully',
  })
})

/** The editor over the template's screen. */
export default function EditTemplate() {
  const { template } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as TemplateFormProps['answer']
  const closeTo = paths.templatePreview(template.id)
  return (
    <RouteDialog title="Edit Template" closeTo={closeTo} size="lg">
      <TemplateForm template={template} answer={answer} closeTo={closeTo} />
      <InstantToast toast={useRefusalToast(answer, 'Error')} />
    </RouteDialog>
  )
}
