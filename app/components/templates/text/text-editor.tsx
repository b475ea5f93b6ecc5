import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { RICH_TEXT } from '~/components/forms/rich-text/content'
import { RichTextToolbar } from '~/components/forms/rich-text/toolbar'
import { useEditor, useRenderOnChange } from '~/components/forms/rich-text/use-editor'
import { variableTag } from '~/models/shared/variables'
import { Completion, useCompletion } from './completion'
import { extensions, readMailText, writeMailText } from './mail-text'
import { VariablePanel } from './variable-panel'

/** How the form changes the text. */
export interface TextHandle {
  /** Replaces the text; undo brings the old one back. @returns false if the HTML cannot be a text */
  set(html: string): boolean
  /** Inserts a variable at the cursor and asks for its default. */
  insertVariable(name: string): void
  focus(): void
}

export interface TextEditorProps {
  doc: Node
  handle: Ref<TextHandle>
  columns: string[]
  /** Contacts without a value, in words, by variable. */
  lacking?: Record<string, string>
  errorId?: string
  autofocus: boolean
  onChange(html: string): void
}

/** The text of an email, with its variables as chips. */
export function TextEditor(props: TextEditorProps) {
  const { doc, handle, columns, lacking, errorId, autofocus, onChange } = props
  const place = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLInputElement>(null)
  const open = useRef<Editor | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const completion = useCompletion(columns, () => open.current, insertVariable)
  const editor = useEditor(
    place,
    {
      extensions,
      content: doc.toJSON() as JSONContent,
      autofocus: autofocus && 'start',
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Email text' },
        handleKeyDown: (_, event) => completion.onKeyDown(event),
      },
    },
    (made) => changed.current(writeMailText(made.state.doc)),
  )
  open.current = editor
  useRenderOnChange(editor)

  function insertVariable(name: string, range?: { from: number; to: number }) {
    const { current } = open
    if (!current) return
    const at = range ?? current.state.selection
    const chain = current.chain().focus()
    if (name === 'unsubscribe_url') {
      const marks = [{ type: 'link', attrs: { href: variableTag(name) } }]
      return void chain.insertContentAt(at, { type: 'text', text: 'Unsubscribe', marks }).run()
    }
    chain
      .insertContentAt(at, { type: 'variable', attrs: { raw: variableTag(name) } })
      .setNodeSelection(at.from)
      .run()
    // Once the panel of the selected variable is there.
    setTimeout(() => panel.current?.focus())
  }
  useImperativeHandle(handle, () => ({
    set(html) {
      const read = readMailText(html)
      if ('lost' in read) return false
      editor?.commands.setContent(read.doc.toJSON(), { emitUpdate: true })
      return true
    },
    insertVariable: (name) => insertVariable(name),
    focus: () => void editor?.commands.focus(),
  }))
  useEffect(() => {
    const element = editor?.view.dom
    if (errorId) {
      element?.setAttribute('aria-invalid', 'true')
      element?.setAttribute('aria-describedby', errorId)
    } else {
      element?.removeAttribute('aria-invalid')
      element?.removeAttribute('aria-describedby')
    }
  }, [editor, errorId])
  return (
    <div>
      <RichTextToolbar editor={editor} />
      <div className="relative">
        <div
          ref={place}
          className={`control max-h-[26rem] min-h-64 overflow-y-auto [&_.ProseMirror]:min-h-60 ${RICH_TEXT}`}
        />
        {editor && <Completion editor={editor} {...completion} />}
      </div>
      {editor && <VariablePanel editor={editor} input={panel} lacking={lacking} />}
    </div>
  )
}
