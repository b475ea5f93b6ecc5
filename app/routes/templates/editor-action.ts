import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { Db } from '~/db.server'
import { charge } from '~/http/budget.server'
import { formAction } from '~/http/form.server'
import type { EditOptions } from '~/http/forms/edits.server'
import type { PageCall } from '~/http/page.server'
import { listOwnVariables } from '~/models/contacts/known-variables.server'
import { sendTestOf } from '~/models/outbox/send-test.server'
import { AI_NOT_SET_UP, generateBody } from '~/models/templates/ai.server'
import { TemplateFields } from '~/models/templates/template'
import { previewWithFindings } from '~/models/templates/template.server'

type Save = Omit<Extract<z.output<typeof TemplateFields>, { intent: 'save' | 'copy' }>, 'intent'>

/** A save of the editor's form. */
export interface Saving {
  input: Save
  isCopy: boolean
  /** The input to save, merged with what was saved elsewhere; see Submitted. */
  merged(tx: Db): Promise<Save>
  kept(): string | undefined
}

/**
 * The action of the editor: Preview renders, the test is sent to the user, the AI dialog generates, and none saves anything; the form's values are returned.
 * @param save stores the template, or a copy for the step, and redirects
 */
export const editorAction = (
  save: (saving: Saving, call: PageCall) => Promise<Response>,
  edits?: EditOptions,
) =>
  formAction(
    TemplateFields,
    async (input, call, { merged, kept }) => {
      const { app, db, userId, request } = call
      const { intent } = input
      if (intent === 'save' || intent === 'copy') {
        const mergedSave = async (tx: Db) => fieldsOf((await merged(tx)) as typeof input)
        return save({ input: fieldsOf(input), isCopy: intent === 'copy', merged: mergedSave, kept }, call)
      }
      if (intent === 'preview') {
        await charge(app, userId, 'preview')
        const preview = await previewWithFindings(db, userId, input, app.env.appUrl)
        return data({ preview, result: { initialValue: asTyped(input) } })
      }
      if (intent === 'test') {
        const { subject, htmlBody, plainTextBody = null } = input
        const email = call.user.email
        const content = { id: null, subject, htmlBody, plainTextBody }
        await sendTestOf(app, userId, content, { email, senderAccountId: null, sendAsEmail: null })
        return data({ tested: email, result: { initialValue: asTyped(input) } })
      }
      if (intent === 'ask') return data({ ask: true, result: { initialValue: asTyped(input) } })
      await charge(app, userId, 'ai')
      const { htmlBody } = await generateBody(app, userId, input, request.signal)
      const written = { ...input, htmlBody, templateType: 'html' as const }
      return data({ generated: true, result: { initialValue: asTyped(written) } })
    },
    { edits, once: { when: ({ intent }) => intent === 'save' } },
  )

const fieldsOf = ({ intent: _, ...fields }: Save & { intent: 'save' | 'copy' }): Save => fields

/** The values as form fields hold them: texts. */
const asTyped = ({ builderJson, ...fields }: Record<string, unknown>) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value === true ? 'on' : value,
    ]),
  ),
  ...(builderJson === undefined ? {} : { builderJson: JSON.stringify(builderJson) }),
})

/** The editor's data besides the template. */
export const editorData = async ({ app, db, userId }: Pick<PageCall, 'app' | 'db' | 'userId'>) => ({
  columns: [...(await listOwnVariables(db, userId))].sort(),
  aiProblem: app.providers.ai ? null : AI_NOT_SET_UP,
})
