import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useFailureToast } from '~/components/forms/plain-form'
import { titleOf } from '~/components/page/meta'
import { failingEditor } from '~/components/templates/failing-editor'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { notFound } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { type PageCall, page } from '~/http/page.server'
import { isId } from '~/http/validate'
import { toHtml } from '~/models/inbox/answer/written-html'
import { getSequence } from '~/models/sequences/sequence.server'
import { TEMPLATE_FIELDS } from '~/models/sequences/variants/fields'
import { usesOf } from '~/models/sequences/variants/step-emails.server'
import { deleteEmailDraft, readEmailDraft } from '~/models/templates/email-draft.server'
import { createTemplate, getTemplate, updateTemplate } from '~/models/templates/template.server'
import { editorAction, editorData } from '../../templates/editor-action'
import { below, belowWith } from './addresses'

export const meta = ({ data }: { data?: { template: object | null } }) => titleOf(titleFor(data?.template))

const titleFor = (template: object | null | undefined) => (template ? 'Edit Email' : 'Write Email')

/** The field of the step's form that gets the email, the template that it has, and the name of the draft. */
function targetOf({ url: { searchParams }, params }: Pick<PageCall, 'url' | 'params'>) {
  const asked = searchParams.get('into') ?? ''
  const field = TEMPLATE_FIELDS.includes(asked) ? asked : 'templateId'
  const id = searchParams.get(field)
  if (id && !isId(id)) notFound('Template not found')
  return { field, id: id || null, place: `${params.stepId ?? 'new'}:${field}:${id || 'new'}` }
}

export const loader = page(async (call) => {
  const { db, userId, params, url } = call
  const sequence = await getSequence(db, userId, params.id!)
  const { field, id, place } = targetOf(call)
  const template = id ? await getTemplate(db, userId, id) : null
  const variant = /^templateId(.)$/.exec(field)?.[1]
  const name = `${sequence.name}: ${url.searchParams.get('name') || 'Email'}${variant ? ` ${variant}` : ''}`
  return {
    template,
    name: name.slice(0, 200),
    sequenceId: sequence.id,
    place,
    draft: await readEmailDraft(db, userId, sequence.id, place),
    uses: template?.shared ? await usesOf(db, userId, template.id, params.stepId) : null,
    writer: await editorData(call),
  }
})

export const action = editorAction(async (given, call, isCopy) => {
  const { app, db, userId, params, url } = call
  await getSequence(db, userId, params.id!)
  const { field, id, place } = targetOf(call)
  // Without scripts the body may be typed as plain text.
  const isPlain = given.templateType === 'html' && !/<[a-z!]/i.test(given.htmlBody)
  const input = { ...given, htmlBody: isPlain ? toHtml(given.htmlBody) : given.htmlBody }
  if (!id || isCopy) {
    const made = await createTemplate(db, userId, { ...input, shared: !isCopy && !!input.shared })
    await deleteEmailDraft(db, userId, params.id!, place)
    const toast = { kind: 'success', title: 'Template created and selected', text: made.name } as const
    return redirectWithToast(app, belowWith(url, field, made.id), toast)
  }
  const change = { ...input, plainTextBody: input.plainTextBody ?? null }
  const saved = await updateTemplate(db, userId, id, change, await app.clock.now())
  await deleteEmailDraft(db, userId, params.id!, place)
  const toast = { kind: 'success', title: 'Template updated successfully', text: saved.name } as const
  return redirectWithToast(app, belowWith(url, field, id), toast)
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failingEditor('Failed to update template')

/** The email of a step, written over the step's form, whose values are kept in the URL. */
export default function StepEmail() {
  const { template, name, writer, ...step } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as TemplateFormProps['answer']
  const closeTo = below(useLocation())
  return (
    <RouteDialog title={titleFor(template)} closeTo={closeTo} size="full">
      <TemplateForm
        template={template ?? undefined}
        name={name}
        view="text"
        step={step}
        answer={answer}
        closeTo={closeTo}
        {...writer}
      />
      <InstantToast toast={useFailureToast(answer, 'Failed to update template')} />
    </RouteDialog>
  )
}
