import { Editor, type EditorOptions } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'

/** What a text editor starts with. Later changes have no effect, except of the key. */
export type EditorStart = Pick<EditorOptions, 'extensions' | 'content' | 'editorProps'> &
  Partial<Pick<EditorOptions, 'autofocus'>>

/**
 * Opens a Tiptap editor in an element. It is opened again when `key` changes.
 * @param onUpdate called after each change of the text
 * @returns null until it is open
 */
export function useEditor(
  place: RefObject<HTMLElement | null>,
  start: EditorStart,
  onUpdate: (editor: Editor) => void,
  key = '',
): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first values, and those at each new key
  useEffect(() => {
    const made = new Editor({ ...start, element: place.current, onUpdate: () => onUpdate(made) })
    setEditor(made)
    return () => made.destroy()
  }, [key])
  return editor
}

/** Renders again after each change of the editor's text or selection. */
export function useRenderOnChange(editor: Editor | null): void {
  const [, setChanges] = useState(0)
  useEffect(() => {
    const rerender = () => setChanges((count) => count + 1)
    editor?.on('transaction', rerender)
    return () => void editor?.off('transaction', rerender)
  }, [editor])
}
