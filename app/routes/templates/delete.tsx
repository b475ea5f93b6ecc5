import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { useTemplatesHref } from '~/components/templates/grid'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { TEMPLATE_CHOICES, UsesPanel } from '~/components/ui/dialog/uses-panel'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { askAboutUses } from '~/http/in-use.server'
import { page } from '~/http/page.server'
import { TemplateUsesChoice } from '~/models/shared/uses/choice'
import { deleteTemplate, getTemplate } from '~/models/templates/template.server'
import { readTemplateUses } from '~/models/templates/uses.server'
import { paths } from '~/paths'

export const meta = titled('Delete Template')

export const loader = page(async ({ db, userId, params }) => {
  const { name } = await getTemplate(db, userId, params.id!)
  return { name, uses: await readTemplateUses(db, userId, params.id!) }
})

export const action = formAction(TemplateUsesChoice, async (choice, call) => {
  const { app, db, userId, params } = call
  try {
    await deleteTemplate(db, userId, params.id!, { ...choice, now: await app.clock.now() })
  } catch (error) {
    const question = askAboutUses(call, error)
    if (question) return question
    if (!toAppError(error)) throw error
    return redirectWithToast(app, paths.templateList(), {
      kind: 'error',
      title: 'Error',
      text: 'Failed to delete template',
    })
  }
  return redirectWithToast(app, paths.templateList(), {
    kind: 'success',
    title: 'Template deleted successfully',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete template')

/** Confirms the deletion of a template. */
export default function DeleteTemplate() {
  const { name, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete template"
      text={
        <>
          Are you sure you want to delete <strong className="text-ink">{name}</strong>? Steps that use it wait
          until another template is chosen. This action cannot be undone.
        </>
      }
      closeTo={useTemplatesHref()}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} choices={TEMPLATE_CHOICES} />
    </ConfirmDialog>
  )
}
