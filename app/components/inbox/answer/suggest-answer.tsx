import { useFetcher } from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Sparkles } from '~/components/ui/icons'
import { paths } from '~/paths'
import { WrittenText } from '../written-text'

export interface SuggestAnswerProps {
  conversationId: string
  /** The host of the AI service. */
  host: string
  isEmpty(): boolean
  /** Puts a text in place of what is written, or below it. */
  fill(text: string, place: 'all' | 'end'): void
}

/**
 * Asks the AI service for an answer. An empty answer field is filled; otherwise the suggestion is shown, and the user decides. Without
 * scripts the button makes the suggestion the draft.
 */
export function SuggestAnswer({ conversationId, host, isEmpty, fill }: SuggestAnswerProps) {
  const id = useId()
  const fetcher = useFetcher<{ text: string } | { refusal?: string } | null>()
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const busy = fetcher.state !== 'idle'
  const { data } = fetcher
  const take = useRef((_: string) => {})
  take.current = (text) => (isEmpty() ? fill(text, 'all') : setSuggestion(text))
  useEffect(() => {
    if (!data) return
    if ('text' in data) take.current(data.text)
    else setRefusal(data.refusal ?? null)
  }, [data])
  const decide = (place: 'all' | 'end' | null) => {
    if (place && suggestion) fill(suggestion, place)
    setSuggestion(null)
  }
  return (
    <div className="space-y-2">
      {suggestion !== null && (
        <section
          aria-label="Suggested answer"
          className="space-y-2 rounded-md border border-line bg-sunken p-3 text-sm"
        >
          <div className="max-h-40 overflow-y-auto">
            <WrittenText text={suggestion} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button type="button" size="sm" onClick={() => decide('end')}>
              Add below my text
            </Button>
            <Button type="button" size="sm" onClick={() => decide('all')}>
              Replace my text
            </Button>
            <Button type="button" size="sm" variant="ghost" onClick={() => decide(null)}>
              Discard
            </Button>
          </div>
        </section>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          size="sm"
          variant="ghost"
          name="intent"
          value="suggest"
          className="-ml-1.5"
          icon={<Sparkles aria-hidden="true" />}
          busy={busy && 'Suggesting...'}
          aria-describedby={id}
          onClick={(event) => {
            event.preventDefault()
            setRefusal(null)
            setSuggestion(null)
            fetcher.submit({}, { method: 'post', action: paths.proposeAnswer(conversationId) })
          }}
        >
          Suggest an answer
        </Button>
        <span id={id} className="min-w-0 grow basis-48 text-xs text-muted">
          Sends the last messages to the AI service at {host}.
        </span>
      </div>
      <p role="status" className="sr-only">
        {busy ? 'The AI service is writing an answer' : suggestion !== null ? 'An answer is suggested' : ''}
      </p>
      {refusal && (
        <p role="alert" className="text-xs font-medium text-danger-ink">
          {refusal}
        </p>
      )}
    </div>
  )
}
