import { useActionData, useLoaderData } from '@remix-run/react'
import { useRefusalToast } from '~/components/forms/action-form'
import { titled } from '~/components/page/meta'
import { editorClientAction } from '~/components/templates/editor-client-action'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { useTemplatesHref } from '~/components/templates/grid'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { warningsOf } from '~/models/templates/lacking.server'
import { createTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'
import { editorAction, editorData } from './editor-action'

export const meta = titled('Create Template')

export const loader = page(editorData)

export const action = editorAction(async ({ input }, { app, db, userId }) => {
  const template = await createTemplate(db, userId, input)
  return redirectWithToast(app, paths.templateList(), {
    kind: 'success',
    title: 'Template created successfully',
    text: (await warningsOf(db, userId, template)).join(' ') || undefined,
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = editorClientAction('Failed to create template')

/** The empty editor. */
export default function NewTemplate() {
  const writer = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as TemplateFormProps['response']
  const closeTo = useTemplatesHref()
  return (
    <RouteDialog title="Create Template" closeTo={closeTo} size="full">
      <TemplateForm response={response} closeTo={closeTo} {...writer} />
      <InstantToast toast={useRefusalToast(response, 'Error')} />
    </RouteDialog>
  )
}
