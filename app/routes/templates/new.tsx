import { data } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { titled } from '~/components/meta'
import { useRefusalToast } from '~/components/plain-form'
import { RouteDialog } from '~/components/route-dialog'
import { TemplateForm, type TemplateFormProps } from '~/components/template-form'
import { useTemplatesHref } from '~/components/template-grid'
import { InstantToast } from '~/components/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { TemplateForm as Fields } from '~/models/template'
import { createTemplate, previewTemplate } from '~/models/template.server'
import { paths } from '~/paths'

export const meta = titled('Create Template')

export const action = formAction(Fields, async ({ intent, ...input }, { app, db, userId }) => {
  if (intent === 'preview') {
    return data({ preview: previewTemplate(input, app.env.appUrl), result: { initialValue: input } })
  }
  await createTemplate(db, userId, input)
  return redirectWithToast(app, paths.templateList(), {
    kind: 'success',
    title: 'Template created successfully',
  })
})

/** The editor, empty. */
export default function NewTemplate() {
  const answer = useActionData<typeof action>() as TemplateFormProps['answer']
  const closeTo = useTemplatesHref()
  return (
    <RouteDialog title="Create Template" closeTo={closeTo} size="lg">
      <TemplateForm answer={answer} closeTo={closeTo} />
      <InstantToast toast={useRefusalToast(answer, 'Error')} />
    </RouteDialog>
  )
}
