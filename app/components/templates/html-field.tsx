import { getTextareaProps } from '@conform-to/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AnyField, describedBy, Field } from '~/components/forms/field'
import type { CodeEditor } from './code-editor'

/** How other parts of the form change the body. */
export interface BodyHandle {
  get(): string
  set(text: string): void
  /** Inserts at the cursor. */
  insert(text: string): void
}

/** Sets a field's text as if typed, so that listeners are notified. */
export function typeInto(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  element.value = text
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The HTML of an email: a text area, replaced by a code editor with highlighting once that is loaded. */
export function HtmlField({
  field,
  handle,
  hint,
  highlighted,
}: {
  field: AnyField
  handle: Ref<BodyHandle>
  hint?: string
  /** Whether the code editor replaces the text area. Once there it stays. */
  highlighted: boolean
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor | null>(null)
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(handle, () => ({
    get: () => area.current?.value ?? '',
    set(text) {
      if (editor.current) editor.current.set(text)
      else if (area.current) typeInto(area.current, text)
    },
    insert(text) {
      if (editor.current) editor.current.insert(text)
      else insertInto(area.current, text)
    },
  }))
  useEffect(() => {
    if (!highlighted || editor.current) return
    let gone = false
    const load = async () => {
      const { openCodeEditor } = await import('./code-editor')
      if (gone || !place.current || !area.current) return
      const { value, selectionStart, selectionEnd } = area.current
      const hadFocus = document.activeElement === area.current
      editor.current = openCodeEditor(place.current, {
        text: value,
        label: 'HTML Body',
        // The next character typed continues where the last one was.
        selection: { anchor: selectionStart, head: selectionEnd },
        changed: (text) => area.current && typeInto(area.current, text),
      })
      // Synchronously: nothing may be typed into the text area from here on.
      flushSync(() => setOpen(true))
      if (hadFocus) editor.current.focus()
    }
    // Without the editor the text area is sufficient.
    void load().catch(() => {})
    return () => {
      gone = true
    }
  }, [highlighted])
  useEffect(
    () => () => {
      editor.current?.destroy()
      editor.current = null
    },
    [],
  )
  return (
    <Field field={field} label="HTML Body" hint={hint}>
      <div
        ref={place}
        hidden={!isOpen}
        className={`overflow-hidden rounded-md border focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ring ${field.errors ? 'border-danger' : 'border-control'}`}
      />
      <textarea
        {...getTextareaProps(field, describedBy(field, hint))}
        ref={area}
        spellCheck={false}
        // The editor then carries the label.
        {...(isOpen ? { id: undefined, hidden: true } : {})}
        // The same height as the editor that replaces it.
        className="control h-[calc(18rem+2px)] font-mono"
      />
    </Field>
  )
}

/** Inserts text at the cursor of a field. */
export function insertInto(element: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!element) return
  const at = element.selectionStart ?? element.value.length
  element.setRangeText(text, at, element.selectionEnd ?? at, 'end')
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.focus()
}
