import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import { variableChoices } from '../variables'

/** The maximum number of variables that are listed at once. */
const MOST = 8

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])

/** A variable that is being typed: `{{` and perhaps the beginning of its name, before the cursor. */
interface Typed {
  from: number
  to: number
  choices: { name: string; what: string }[]
}

function typedAt(editor: Editor, columns: string[]): Typed | null {
  const { $from, empty } = editor.state.selection
  if (!empty || !editor.isFocused) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const begun = /\{\{\s?([\w -]{0,40})$/.exec(before)
  if (!begun) return null
  const query = begun[1]!.toLowerCase()
  const choices = variableChoices(columns)
    .filter(({ name, what }) => name.toLowerCase().includes(query) || what.includes(query))
    .slice(0, MOST)
  return choices.length > 0 ? { from: $from.pos - begun[0].length, to: $from.pos, choices } : null
}

/** The list of variables that opens when `{{` is typed. Arrow keys choose, Enter or Tab inserts, Escape closes it. */
export function useCompletion(
  columns: string[],
  editor: () => Editor | null,
  insert: (name: string, range: { from: number; to: number }) => void,
) {
  const [at, setAt] = useState(0)
  /** Where a list was closed with Escape. */
  const [closed, setClosed] = useState<number | null>(null)
  const id = useId()
  const current = editor()
  const typed = current && typedAt(current, columns)
  if (closed !== null && typed?.from !== closed) setClosed(null)
  const shown = typed && typed.from !== closed ? typed : null
  const chosen = shown ? Math.min(at, shown.choices.length - 1) : 0
  const choose = (index: number) => {
    const now = editor()
    const found = now && typedAt(now, columns)
    if (!found) return
    setAt(0)
    insert(found.choices[Math.min(index, found.choices.length - 1)]!.name, found)
  }
  const act = (key: string, { choices, from }: Typed) => {
    if (key === 'ArrowDown') setAt((chosen + 1) % choices.length)
    else if (key === 'ArrowUp') setAt((chosen + choices.length - 1) % choices.length)
    else if (key === 'Escape') setClosed(from)
    else choose(chosen)
  }
  const onKeyDown = useRef((_event: KeyboardEvent): boolean => false)
  onKeyDown.current = (event) => {
    if (!shown || !KEYS.has(event.key) || event.isComposing || event.shiftKey) return false
    // Escape closes only the list, not the dialog.
    event.preventDefault()
    event.stopPropagation()
    act(event.key, shown)
    return true
  }
  return { id, shown, chosen, choose, onKeyDown: (event: KeyboardEvent) => onKeyDown.current(event) }
}

interface CompletionProps extends Omit<ReturnType<typeof useCompletion>, 'onKeyDown'> {
  editor: Editor
}

/** The width of the list in pixels. */
const WIDTH = 256

/** Shows the list below the cursor. */
export function Completion({ editor, id, shown, chosen, choose }: CompletionProps) {
  const listed = shown !== null
  const option = `${id}-${chosen}`
  useEffect(() => {
    const element = editor.view.dom
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-activedescendant': option }
    if (!listed) return
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name)
    }
  }, [editor, id, listed, option])
  if (!shown) return null
  const box = editor.view.dom.parentElement!.getBoundingClientRect()
  const cursor = editor.view.coordsAtPos(shown.from)
  const left = Math.max(0, Math.min(cursor.left - box.left, box.width - WIDTH))
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Variables"
      style={{ left, top: cursor.bottom - box.top + 4, width: WIDTH }}
      className="absolute z-30 rounded-lg bg-raised p-1 shadow-pop"
    >
      {shown.choices.map(({ name, what }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // The editor keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            choose(index)
          }}
          className="flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm hover:bg-hover aria-selected:bg-hover max-sm:min-h-11"
        >
          <span className="first-letter:uppercase">{what === 'your column' ? name : what}</span>
          <code className="ml-auto font-mono text-xs break-all text-muted">{name}</code>
        </div>
      ))}
    </div>
  )
}
