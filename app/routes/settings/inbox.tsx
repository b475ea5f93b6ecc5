import { getFormProps } from '@conform-to/react'
import { Form, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { responseTo, useActionForm } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LabelsCard, SavedRepliesCard } from '~/components/settings/inbox-lists'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listSavedReplies } from '~/models/inbox/answer/saved-replies.server'
import { listLabels } from '~/models/inbox/labels.server'
import { getInboxSettings, saveInboxSettings } from '~/models/inbox/settings.server'
import { yesNo } from '~/models/shared/fields'
import { aiHostOf } from '~/models/templates/ai.server'
import { paths } from '~/paths'

export const meta = titled('Inbox settings')

export const loader = page(async ({ app, db, userId, user }) => ({
  settings: await getInboxSettings(db, userId),
  labels: await listLabels(db, userId),
  replies: await listSavedReplies(db, userId),
  timezone: user.timezone.replaceAll('_', ' '),
  aiHost: aiHostOf(app),
  canMail: app.systemMail.available,
}))

const SettingsForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('digest'),
    digest: z.enum(['off', 'daily'], 'Choose off or daily'),
  }),
  // An unchecked box is absent.
  z.object({ intent: z.literal('aiLabels'), aiLabels: yesNo }),
])

const FAILED = 'Failed to update settings'

export const action = formAction(
  SettingsForm,
  async (input, { app, db, userId }) => {
    const choice =
      input.intent === 'digest'
        ? { digest: input.digest === 'daily' }
        : { aiLabels: (input.aiLabels ?? false) && app.providers.ai !== null }
    await saveInboxSettings(db, userId, choice, await app.clock.now())
    return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Settings Saved' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Labels, saved replies, AI labels and the reply digest. */
export default function InboxSettings() {
  const { labels, replies, aiHost } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-2xl space-y-4">
        <LabelsCard labels={labels} />
        <SavedRepliesCard replies={replies} />
        <Card
          title="Reply digest"
          description="A daily email with the replies of the last day that you have not read."
        >
          <DigestForm />
        </Card>
        <Card
          title="AI labels"
          description="Coldframe labels replies by rules. An AI service can label those that the rules do not understand."
        >
          {aiHost === null ? (
            <p className="text-sm text-muted">
              No AI service is configured. The operator of this server needs to set AI_BASE_URL and AI_MODEL
              (and AI_API_KEY if the service requires it), then restart Coldframe.
            </p>
          ) : (
            <AiLabelsForm host={aiHost} />
          )}
        </Card>
      </div>
      <Outlet />
    </>
  )
}

function DigestForm() {
  const { settings, timezone, canMail } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<{ digest: string }>(
    responseTo('digest', useActionData<typeof action>()),
    { defaultValue: { digest: settings.digest ? 'daily' : 'off' } },
  )
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="intent" value="digest" />
      <SelectField
        field={fields.digest}
        label="Send the digest"
        hint={
          canMail
            ? 'No email is sent when there is nothing to read.'
            : 'This server sends no emails of its own yet, so no digest either. Its operator needs to set SYSTEM_SMTP_URL and restart Coldframe.'
        }
        options={[
          { value: 'off', label: 'Off' },
          { value: 'daily', label: `Daily at 8:00 (${timezone})` },
        ]}
        className="max-w-sm"
      />
      <SaveButton intent="digest" />
    </Form>
  )
}

function AiLabelsForm({ host }: { host: string }) {
  const { settings } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<{ aiLabels: boolean }>(
    responseTo('aiLabels', useActionData<typeof action>()),
    { defaultValue: { aiLabels: settings.aiLabels } },
  )
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="intent" value="aiLabels" />
      <CheckboxField
        field={fields.aiLabels}
        label="Let the AI service propose labels"
        hint={`The text of these replies goes to the configured AI service at ${host}, and nowhere else.`}
      />
      <SaveButton intent="aiLabels" />
    </Form>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.inboxSettings(), label: 'Back to the inbox settings' }} />
)

function SaveButton({ intent }: { intent: string }) {
  const busy = useSubmitting({ name: 'intent', value: intent })
  return (
    <Button variant="primary" busy={busy && 'Saving...'}>
      Save
    </Button>
  )
}
