import { useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { takeLeft } from './use-draft'

interface Handlers {
  /** The draft is rich text. */
  onRich(html: string | null): void
  /** A text was typed before the scripts ran. */
  onTyped(text: string): void
}

/**
 * Keeps the answer field in step with the server after a form was submitted: empty once the answer was sent, with the draft of an
 * answer that was undone. What was typed meanwhile is never overwritten, and a load without a submit changes nothing.
 * @param load changes with every load
 * @returns the text of the field when the form was submitted
 */
export function useServerText(
  conversationId: string,
  area: RefObject<HTMLTextAreaElement | null>,
  draft: { text: string; html: string } | null,
  load: object,
  handlers: Handlers,
) {
  const { state, formMethod } = useNavigation()
  const known = useRef<string | null>(null)
  const before = useRef<object | null>(null)
  const handle = useRef(handlers)
  handle.current = handlers
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first draft
  useEffect(() => {
    const written = takeLeft(conversationId)
    if (written && 'text' in written && area.current) {
      area.current.value = written.text
      handle.current.onTyped(written.text)
    } else if (written && 'html' in written) handle.current.onRich(written.html)
    else if (draft?.html) handle.current.onRich(draft.html)
    else if (area.current && area.current.value !== area.current.defaultValue)
      handle.current.onTyped(area.current.value)
  }, [])
  useEffect(() => {
    if (state !== 'idle' && formMethod === 'POST') {
      before.current ??= load
      known.current ??= area.current?.value ?? null
    }
    if (state !== 'idle') return
    const ran = before.current !== null && before.current !== load
    const [text, isSame] = [draft?.text ?? '', !area.current || area.current.value === known.current]
    before.current = null
    known.current = null
    if (!ran || !isSame) return
    if (draft?.html) return handle.current.onRich(draft.html)
    handle.current.onRich(null)
    if (area.current) area.current.value = text
  }, [state, formMethod, load, draft, area])
  return known
}
