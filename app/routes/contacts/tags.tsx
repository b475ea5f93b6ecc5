import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { splitTags, tagList } from '~/models/contacts/contact'
import { getContact, updateContact } from '~/models/contacts/contact.server'
import { subjectOf } from './subject.server'

export const meta = titled('Edit tags')

const FAILED = 'Failed to save the tags'

export const loader = page(async (call) => {
  const { id, name, closeTo } = await subjectOf(call)
  const { tags } = await getContact(call.db, call.userId, id)
  return { name, closeTo, tags: tags.join(', ') }
})

const tagText = z.string().max(2600).default('').transform(splitTags).pipe(tagList)
const TagsForm = z.object({ tags: tagText, before: tagText })

/** Saves what the user added and removed, so that tags that another tab or program added meanwhile stay. */
export const action = formAction(
  TagsForm,
  async ({ tags, before }, call) => {
    const { app, db, userId } = call
    const { id, closeTo } = await subjectOf(call)
    const change = {
      addTags: tags.filter((tag) => !before.includes(tag)),
      removeTags: before.filter((tag) => !tags.includes(tag)),
    }
    await updateContact(db, userId, id, change, await app.clock.now(), app.secrets)
    return redirectWithToast(app, closeTo, { kind: 'success', title: 'Tags saved' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog of a contact's tags, over the contact's screen. */
export default function TagsDialog() {
  const { name, closeTo, tags } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof TagsForm>>(useActionData<typeof action>(), {
    defaultValue: { tags },
  })
  const busy = useSubmitting()
  return (
    <RouteDialog title="Edit tags" description={name} closeTo={closeTo} size="sm">
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <input type="hidden" name="before" value={tags} />
        <TextField field={fields.tags} label="Tags" hint="Separated by commas." autoFocus />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
