import { useRef, useState } from 'react'
import { RICH_TEXT } from '~/components/forms/rich-text/content'
import { richText } from '~/components/forms/rich-text/extensions'
import { RichTextToolbar } from '~/components/forms/rich-text/toolbar'
import { useEditor } from '~/components/forms/rich-text/use-editor'
import { VariableMenu } from '~/components/templates/variables'
import { Button } from '~/components/ui/button'
import { toHtml } from '~/models/inbox/answer/written-html'
import { SavedReplyMenu } from './saved-reply-menu'

export interface RichTextProps {
  /** The text when it is opened. */
  html: string
  variables: string[]
  replies: { id: string; name: string }[]
  label: string
  onChange(html: string): void
  /** Goes back to plain text: formats are lost. */
  onPlain(text: string): void
}

/** An editor of formatted text. It needs scripts; without them the same draft is edited as plain text. */
export default function RichText({ html, variables, replies, label, onChange, onPlain }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const [content, setContent] = useState(html)
  const editor = useEditor(
    place,
    {
      extensions: richText,
      content: html,
      autofocus: 'end',
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'data-key': 'r' },
        handleKeyDown: (view, event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
          const form = view.dom.closest('form')
          form?.requestSubmit(form.querySelector<HTMLButtonElement>('[name=intent][value=send]'))
          return true
        },
      },
    },
    (made) => {
      const now = made.isEmpty ? '' : made.getHTML()
      setContent(now)
      changed.current(now)
    },
    html + label,
  )
  return (
    <div>
      <input type="hidden" name="html" value={content} />
      <RichTextToolbar editor={editor}>
        <VariableMenu
          columns={variables}
          insert={(text) => editor?.chain().focus().insertContent(text).run()}
          written
        />
        <SavedReplyMenu
          replies={replies}
          insert={(text) => editor?.chain().focus().insertContent(toHtml(text)).run()}
        />
        <Button
          type="button"
          variant="ghost"
          size="sm"
          onClick={() => onPlain(editor?.getText({ blockSeparator: '\n\n' }) ?? '')}
        >
          Plain text
        </Button>
      </RichTextToolbar>
      <div
        ref={place}
        className={`control max-h-72 min-h-24 overflow-y-auto [&_.ProseMirror]:min-h-20 ${RICH_TEXT}`}
      />
    </div>
  )
}
