import { type Ref, useEffect, useRef, useState } from 'react'
import type { TextEditorProps, TextHandle } from './text-editor'

export interface TextFieldProps {
  handle: Ref<TextHandle>
  /** The body when the field appears. */
  read(): string
  onChange(html: string): void
  /** The editor is there, or gone: until then and after that the HTML is edited. */
  onOpen(isOpen: boolean): void
  /** The body has parts that the editor would lose. */
  onLost(parts: string[]): void
  columns: string[]
  lacking?: Record<string, string>
  errorId?: string
  errors?: string[]
}

/** Loaded when a text is first opened. */
type Editor = Pick<TextEditorProps, 'doc'> & { View: typeof import('./text-editor')['TextEditor'] }

/** The text of an email as salespeople write it. Its editor is loaded on first use; until then, and without scripts, the HTML is edited. */
export function TextField({ read, onOpen, onLost, errors = [], errorId, ...props }: TextFieldProps) {
  const [editor, setEditor] = useState<(Editor & { hadFocus: boolean }) | null>(null)
  const begin = useRef({ read, onOpen, onLost })
  begin.current = { read, onOpen, onLost }
  useEffect(() => {
    let gone = false
    const load = async () => {
      const [{ TextEditor }, { readMailText }] = await Promise.all([
        import('./text-editor'),
        import('./mail-text'),
      ])
      if (gone) return
      const found = readMailText(begin.current.read())
      if ('lost' in found) return begin.current.onLost(found.lost)
      const hadFocus = document.activeElement?.matches('textarea[name="htmlBody"]') ?? false
      setEditor({ View: TextEditor, doc: found.doc, hadFocus })
      begin.current.onOpen(true)
    }
    // Without the editor the HTML can be edited.
    load().catch(() => {})
    return () => {
      gone = true
      begin.current.onOpen(false)
    }
  }, [])
  if (!editor) return null
  const { View, doc, hadFocus } = editor
  return (
    <div>
      <View {...props} doc={doc} errorId={errors.length > 0 ? errorId : undefined} autofocus={hadFocus} />
      {errors.length > 0 && (
        <div id={errorId} className="mt-1.5 text-xs font-medium text-danger-ink">
          {errors.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </div>
  )
}
