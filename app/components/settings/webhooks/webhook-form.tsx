import { Form } from '@remix-run/react'
import { type Edit, EditFields } from '~/components/forms/edits'
import { FieldNotes } from '~/components/forms/field'
import { OnceField } from '~/components/forms/once'
import { usePlainForm } from '~/components/forms/plain-form'
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
  const { form, field, errors } = usePlainForm(response, { url: present.url })
  const isBusy = useSubmitting()
  const typed = (response as { result?: { initialValue?: Record<string, unknown> } } | undefined)?.result
    ?.initialValue
  const chosen = typed ? [typed.events ?? []].flat() : present.events
  const events = field('events')
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      <FormErrors errors={errors} />
      {edit ? <EditFields edit={edit} words={wordsOf} /> : <OnceField />}
      <TextField
        field={field('url')}
        label={WEBHOOK_PARTS.url}
        hint="Coldframe posts each event there as JSON."
        placeholder="https://example.com/hooks"
        inputMode="url"
        required
        autoComplete="off"
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{WEBHOOK_PARTS.events}</legend>
        <EventBox value="*" words={ALL_EVENTS} chosen={chosen} invalid={events.errors && events.errorId} />
        <div className="mt-2 grid gap-x-4 border-t border-line pt-2 sm:grid-cols-2">
          {EVENT_TYPES.map((type) => (
            <EventBox key={type} value={type} words={EVENT_WORDS[type]} chosen={chosen} />
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

interface EventBoxProps {
  value: string
  words: string
  chosen: unknown[]
  /** The id of the message, if the choice was refused. */
  invalid?: string | undefined
}

const EventBox = ({ value, words, chosen, invalid }: EventBoxProps) => (
  <label className="flex min-h-8 items-start gap-2.5 py-1 text-sm max-sm:min-h-11">
    <input
      type="checkbox"
      name="events"
      value={value}
      defaultChecked={chosen.includes(value)}
      aria-invalid={invalid ? true : undefined}
      aria-describedby={invalid}
      className="mt-0.5 size-4 shrink-0 accent-accent"
    />
    <span className="min-w-0">
      {words}
      {value !== '*' && <code className="block text-2xs break-words text-muted">{value}</code>}
    </span>
  </label>
)
