import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { VariableMenu } from '~/components/templates/variables'
import { Button, buttonClass } from '~/components/ui/button'
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

/** Bold, italic, lists and links: what an answer needs. */
const extensions = [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
  }),
]

const MARKS = [
  { name: 'bold', label: 'Bold', sign: 'B', look: 'font-bold' },
  { name: 'italic', label: 'Italic', sign: 'I', look: 'italic' },
  { name: 'bulletList', label: 'Bullet list', sign: '•', look: '' },
  { name: 'orderedList', label: 'Numbered list', sign: '1.', look: '' },
] as const

/** An editor of formatted text. It needs scripts; without them the same draft is edited as plain text. */
export default function RichText({ html, variables, replies, label, onChange, onPlain }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, setTurn] = useState(0)
  const changed = useRef(onChange)
  changed.current = onChange
  const [content, setContent] = useState(html)
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions,
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
      onUpdate: () => {
        const now = made.isEmpty ? '' : made.getHTML()
        setContent(now)
        changed.current(now)
      },
      // The buttons show the formats at the cursor.
      onTransaction: () => setTurn((turn) => turn + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [html, label])
  const toggle = {
    bold: () => editor?.chain().focus().toggleBold().run(),
    italic: () => editor?.chain().focus().toggleItalic().run(),
    bulletList: () => editor?.chain().focus().toggleBulletList().run(),
    orderedList: () => editor?.chain().focus().toggleOrderedList().run(),
  }
  const link = () => {
    const address = window.prompt('Link to', String(editor?.getAttributes('link').href ?? 'https://'))
    if (address === null) return
    const chain = editor?.chain().focus().extendMarkRange('link')
    if (address.trim() && address.trim() !== 'https://') chain?.setLink({ href: address.trim() }).run()
    else chain?.unsetLink().run()
  }
  const pressed = (name: string) =>
    buttonClass(
      { variant: 'ghost', size: 'sm', square: true },
      editor?.isActive(name) ? 'bg-hover text-ink' : '',
    )
  return (
    <div>
      <input type="hidden" name="html" value={content} />
      <div role="toolbar" aria-label="Format" className="mb-1.5 flex flex-wrap items-center gap-0.5">
        {MARKS.map(({ name, label: title, sign, look }) => (
          <button
            key={name}
            type="button"
            aria-label={title}
            title={title}
            aria-pressed={editor?.isActive(name) ?? false}
            onClick={toggle[name]}
            className={pressed(name)}
          >
            <span className={look}>{sign}</span>
          </button>
        ))}
        <Button
          type="button"
          variant="ghost"
          size="sm"
          aria-pressed={editor?.isActive('link') ?? false}
          onClick={link}
        >
          Link
        </Button>
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
      </div>
      <div
        ref={place}
        className="control max-h-72 min-h-24 overflow-y-auto [&_.ProseMirror]:min-h-20 [&_.ProseMirror]:outline-none [&_a]:text-accent-ink [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_p+p]:mt-2 [&_ul]:list-disc [&_ul]:pl-5"
      />
    </div>
  )
}
