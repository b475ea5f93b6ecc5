import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useFailureToast } from '~/components/forms/action-form'
import { useEdit } from '~/components/forms/edits'
import { titleOf } from '~/components/page/meta'
import { editorClientAction } from '~/components/templates/editor-client-action'
import { TEMPLATE_PARTS, templateValues } from '~/components/templates/edits'
import { TemplateForm, type TemplateFormProps } from '~/components/templates/form'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { InstantToast } from '~/components/ui/toast-viewer'
import { notFound } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { type EditOptions, loadedEdit } from '~/http/forms/edits.server'
import { type PageCall, page } from '~/http/page.server'
import { isId } from '~/http/validate'
import { toHtml } from '~/models/inbox/answer/written-html'
import { getSequence } from '~/models/sequences/sequence.server'
import { TEMPLATE_FIELDS } from '~/models/sequences/variants/fields'
import { usesOf } from '~/models/sequences/variants/step-emails.server'
import { deleteEmailDraft, readEmailDraft } from '~/models/templates/email-draft.server'
import { warningsOf } from '~/models/templates/lacking.server'
import {
  createTemplate,
  getTemplate,
  lockTemplate,
  type Template,
  updateTemplate,
} from '~/models/templates/template.server'
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
  const draft = await readEmailDraft(db, userId, sequence.id, place)
  // A draft that is older than the stored text was written over another one.
  const isKnown = !template || !draft || draft.updatedAt >= template.updatedAt
  return {
    template,
    loaded: loadedEdit(TEMPLATE_PARTS, template ? templateValues(template) : {}, isKnown),
    name: name.slice(0, 200),
    sequenceId: sequence.id,
    place,
    draft,
    uses: template?.shared ? await usesOf(db, userId, template.id, params.stepId) : null,
    writer: await editorData(call),
  }
})

/** A new email has no stored values. */
const edits: EditOptions = {
  parts: TEMPLATE_PARTS,
  read: async (db, call) => {
    const { id } = targetOf(call)
    return id ? templateValues(await getTemplate(db, call.userId, id)) : {}
  },
  lock: (tx, call) => lockTemplate(tx, call.userId, targetOf(call).id ?? ''),
}

/** Without scripts the body may be typed as plain text. */
const asHtml = <T extends { templateType: string; htmlBody: string }>(given: T): T => {
  const isPlain = given.templateType === 'html' && !/<[a-z!]/i.test(given.htmlBody)
  return { ...given, htmlBody: isPlain ? toHtml(given.htmlBody) : given.htmlBody }
}

export const action = editorAction(async ({ input: given, isCopy, merged, kept }, call) => {
  const { app, db, userId, params, url } = call
  await getSequence(db, userId, params.id!)
  const { field, id, place } = targetOf(call)
  const savedText = async (template: Template) =>
    [template.name, kept(), ...(await warningsOf(db, userId, template))].filter(Boolean).join('. ')
  if (!id || isCopy) {
    const made = await createTemplate(db, userId, { ...asHtml(given), shared: !isCopy && !!given.shared })
    await deleteEmailDraft(db, userId, params.id!, place)
    const toast = {
      kind: 'success',
      title: 'Template created and selected',
      text: await savedText(made),
    } as const
    return redirectWithToast(app, belowWith(url, field, made.id), toast)
  }
  const now = await app.clock.now()
  const saved = await db.transaction(async (tx) => {
    const input = asHtml(await merged(tx))
    return updateTemplate(tx, userId, id, { ...input, plainTextBody: input.plainTextBody ?? null }, now)
  })
  await deleteEmailDraft(db, userId, params.id!, place)
  const toast = {
    kind: 'success',
    title: 'Template updated successfully',
    text: await savedText(saved),
  } as const
  return redirectWithToast(app, belowWith(url, field, id), toast)
}, edits)

/** With scripts, a failed request shows a toast. */
export const clientAction = editorClientAction('Failed to update template')

/** The email of a step, written over the step's form, whose values are kept in the URL. */
export default function StepEmail() {
  const { template, loaded, name, writer, ...step } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as TemplateFormProps['response']
  const edit = useEdit(response, loaded)
  const closeTo = below(useLocation())
  return (
    <RouteDialog title={titleFor(template)} closeTo={closeTo} size="full">
      <TemplateForm
        template={template ?? undefined}
        name={name}
        step={step}
        response={response}
        edit={template ? edit : undefined}
        closeTo={closeTo}
        {...writer}
      />
      <InstantToast toast={useFailureToast(response, 'Failed to update template')} />
    </RouteDialog>
  )
}
