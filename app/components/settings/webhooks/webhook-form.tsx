import { getCollectionProps, getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { type Edit, EditFields } from '~/components/forms/edits'
import { FieldNotes } from '~/components/forms/field'
import { OnceField } from '~/components/forms/once'
import { TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { EVENT_TYPES, EVENT_WORDS } from '~/models/webhooks/event-types'

interface WebhookFormProps {
  response: unknown
  present: { url: string; events: string[] }
  closeTo: string
  save: string
  busy: string
  /** For an existing webhook. */
  edit?: Edit
}

/** The fields of a webhook's form, with their labels. */
export const WEBHOOK_PARTS = { url: 'Address', events: 'Events' }

/** The address and the events of a webhook. */
export function WebhookForm({ response, present, closeTo, save, busy, edit }: WebhookFormProps) {
  const [form, fields] = useActionForm<{ url: string; events: string[] }>(response, { defaultValue: present })
  const isBusy = useSubmitting()
  const { url, events } = fields
  const [every, ...some] = getCollectionProps(events, { type: 'checkbox', options: ['*', ...EVENT_TYPES] })
  return (
    <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      {edit ? <EditFields edit={edit} words={wordsOf} /> : <OnceField />}
      <TextField
        field={url}
        label={WEBHOOK_PARTS.url}
        hint="Coldframe posts each event there as JSON."
        placeholder="https://example.com/hooks"
        inputMode="url"
        required
        autoComplete="off"
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{WEBHOOK_PARTS.events}</legend>
        <EventBox {...every!} />
        <div className="mt-2 grid gap-x-4 border-t border-line pt-2 sm:grid-cols-2">
          {some.map((box) => (
            <EventBox {...box} key={box.value} />
          ))}
        </div>
        <FieldNotes field={events} />
      </fieldset>
      <DialogActions>
        <CancelLink to={closeTo} />
        <Button variant="primary" busy={isBusy && busy}>
          {save}
        </Button>
      </DialogActions>
    </Form>
  )
}

const ALL_EVENTS = 'All events, including future ones'

const wordsOf = (field: string, value: string): string | undefined => {
  if (field !== 'events') return undefined
  return value === '*' ? ALL_EVENTS : EVENT_WORDS[value as keyof typeof EVENT_WORDS]
}

const EventBox = ({ key: _, ...box }: ReturnType<typeof getCollectionProps>[number]) => (
  <label className="flex min-h-8 items-start gap-2.5 py-1 text-sm max-sm:min-h-11">
    <input {...box} className="mt-0.5 size-4 shrink-0 accent-accent" />
    <span className="min-w-0">
      {wordsOf('events', box.value)}
      {box.value !== '*' && <code className="block text-2xs break-words text-muted">{box.value}</code>}
    </span>
  </label>
)
