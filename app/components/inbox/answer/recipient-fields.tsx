import { getInputProps } from '@conform-to/react'
import { useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AnyField, changed } from '~/components/forms/field'
import { Button } from '~/components/ui/button'
import { ChevronRight, Users } from '~/components/ui/icons'
import {
  joinAddresses,
  type NamedAddress,
  RECIPIENTS_LENGTH,
  type Recipients,
  recipientWarnings,
  splitAddresses,
} from '~/models/inbox/answer/recipients'

export interface RecipientChoices {
  /** The sender of the message that is answered. */
  sender: NamedAddress | null
  one: Recipients
  all: Recipients
  /** Those of the draft, or `one`. */
  given: Recipients
}

const FIELDS = ['to', 'cc', 'bcc'] as const
type FieldName = (typeof FIELDS)[number]

interface RecipientFieldsProps {
  choices: RecipientChoices
  contactEmail: string
  fields: Record<FieldName, AnyField>
  /** Where errors are shown. */
  errorId: string
  onChange(): void
}

/** Whom the answer goes to, and what the user should know about that. Without scripts the fields and the button are sent with the form. */
export function RecipientFields({ choices, contactEmail, fields, errorId, onChange }: RecipientFieldsProps) {
  const { sender, all, given } = choices
  const inputs: Record<FieldName, RefObject<HTMLInputElement>> = {
    to: useRef<HTMLInputElement>(null),
    cc: useRef<HTMLInputElement>(null),
    bcc: useRef<HTMLInputElement>(null),
  }
  const more = useRef<HTMLDetailsElement>(null)
  const [to, setTo] = useState(given.to)
  const fill = (next: Recipients) => {
    for (const name of FIELDS) {
      const { current } = inputs[name]
      if (current) current.value = joinAddresses(next[name])
    }
    setTo(next.to)
  }
  useAfterSubmit(given, fill)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the scripts ran
  useEffect(() => setTo(splitAddresses(inputs.to.current?.value ?? '')), [])
  const row = (name: FieldName) => (
    <label className="flex min-w-0 grow items-center gap-2 text-sm">
      <span className="w-8 shrink-0 text-muted">{LABELS[name]}</span>
      <input
        {...getInputProps(changed(fields[name], { errorId }), { type: 'text' })}
        ref={inputs[name]}
        defaultValue={joinAddresses(given[name])}
        maxLength={RECIPIENTS_LENGTH}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="control min-w-0 grow"
        onInput={({ currentTarget }) => {
          if (name === 'to') setTo(splitAddresses(currentTarget.value))
          onChange()
        }}
      />
    </label>
  )
  const warnings = recipientWarnings({ to }, contactEmail, sender)
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="sr-only">Recipients</legend>
      <input type="hidden" name="recipients" value="typed" />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {row('to')}
        {all.cc.length > 0 && (
          <Button
            size="sm"
            name="intent"
            value="all"
            icon={<Users aria-hidden="true" />}
            onClick={(event) => {
              event.preventDefault()
              fill(all)
              if (more.current) more.current.open = true
              onChange()
            }}
          >
            Answer all
          </Button>
        )}
        <details
          ref={more}
          open={given.cc.length + given.bcc.length > 0}
          className="group/more min-w-0 open:basis-full"
        >
          <summary className="flex min-h-8 items-center gap-1 rounded-md text-sm text-muted hover:text-ink">
            <ChevronRight
              className="size-4 shrink-0 transition-transform group-open/more:rotate-90"
              aria-hidden="true"
            />
            Cc and Bcc
          </summary>
          <div className="space-y-2 pt-1">
            {row('cc')}
            {row('bcc')}
          </div>
        </details>
      </div>
      <div role="status">
        {warnings.length > 0 && (
          <ul className="space-y-1 rounded-md bg-warning-soft px-3 py-2 text-sm break-words text-warning-ink">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  )
}

const LABELS = { to: 'To', cc: 'Cc', bcc: 'Bcc' }

/**
 * Calls `then` with the server's values if they were loaded anew after a form of this page was submitted: an answer was sent or undone. A
 * refused form loads nothing, and keeps what was typed.
 */
function useAfterSubmit(given: Recipients, then: (given: Recipients) => void) {
  const { state, formMethod } = useNavigation()
  const before = useRef<Recipients | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `then` only writes into the fields
  useEffect(() => {
    if (state !== 'idle') {
      if (formMethod === 'POST') before.current ??= given
      return
    }
    const isLoaded = before.current !== null && before.current !== given
    before.current = null
    if (isLoaded) then(given)
  }, [state, formMethod, given])
}
