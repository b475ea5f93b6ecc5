import type { Editor } from '@tiptap/core'
import { redo, undo } from '@tiptap/pm/history'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button, buttonClass } from '~/components/ui/button'
import { Bold, Italic, Link2, List, ListOrdered, Redo2, Undo2 } from '~/components/ui/icons'
import { useRenderOnChange } from './use-editor'

const MARKS = [
  { name: 'bold', label: 'Bold', icon: Bold },
  { name: 'italic', label: 'Italic', icon: Italic },
  { name: 'bulletList', label: 'Bullet list', icon: List },
  { name: 'orderedList', label: 'Numbered list', icon: ListOrdered },
] as const

const STEPS = [
  { name: 'undo', label: 'Undo', icon: Undo2, command: undo },
  { name: 'redo', label: 'Redo', icon: Redo2, command: redo },
] as const

/** The formats of a rich text, links, undo and redo, and what else a form offers. */
export function RichTextToolbar({ editor, children }: { editor: Editor | null; children?: ReactNode }) {
  useRenderOnChange(editor)
  const [linking, setLinking] = useState(false)
  const toggle = {
    bold: () => editor?.chain().focus().toggleBold().run(),
    italic: () => editor?.chain().focus().toggleItalic().run(),
    bulletList: () => editor?.chain().focus().toggleList('bulletList', 'listItem').run(),
    orderedList: () => editor?.chain().focus().toggleList('orderedList', 'listItem').run(),
  }
  const look = (isOn = false) =>
    buttonClass({ variant: 'ghost', size: 'sm', square: true }, isOn ? 'bg-hover text-ink' : '')
  const isOn = (name: string) => editor?.isActive(name) ?? false
  return (
    <>
      {/* The text keeps the focus and its selection when a button is pressed. */}
      <div
        role="toolbar"
        aria-label="Format"
        onMouseDown={(event) =>
          event.target instanceof Element && event.target.closest('button') && event.preventDefault()
        }
        className="mb-1.5 flex flex-wrap items-center gap-0.5"
      >
        {MARKS.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={isOn(name)}
            onClick={toggle[name]}
            className={look(isOn(name))}
          >
            <Icon aria-hidden="true" />
          </button>
        ))}
        <button
          type="button"
          aria-label="Link"
          title="Link"
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
          className={look(isOn('link'))}
        >
          <Link2 aria-hidden="true" />
        </button>
        {STEPS.map(({ name, label, icon: Icon, command }) => (
          <button
            key={name}
            type="button"
            aria-label={label}
            title={label}
            disabled={!editor || !command(editor.state)}
            onClick={() => editor && command(editor.state, editor.view.dispatch)}
            className={look()}
          >
            <Icon aria-hidden="true" />
          </button>
        ))}
        {children}
      </div>
      {linking && editor && <LinkRow editor={editor} close={() => setLinking(false)} />}
    </>
  )
}

/** Sets or removes the link of the selected text. Without a selection the address itself becomes the text. */
function LinkRow({ editor, close }: { editor: Editor; close(): void }) {
  const id = useId()
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  const apply = (given: string) => {
    const href = given.trim() === 'https://' ? '' : given.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!href) chain.unsetMark('link').run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setMark('link', { href }).run()
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the form nor closes its dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return apply(address)
    close()
    editor.commands.focus()
  }
  return (
    <div className="mb-2 flex flex-wrap items-end gap-2 rounded-md border border-line bg-sunken p-2">
      <div className="min-w-40 grow">
        <label htmlFor={id} className="mb-1 block text-xs text-muted">
          Link to
        </label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
          autoFocus
          className="control"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button type="button" size="sm" onClick={() => apply(address)}>
        Set link
      </Button>
      {editor.isActive('link') && (
        <Button type="button" size="sm" variant="ghost" onClick={() => apply('')}>
          Remove link
        </Button>
      )}
    </div>
  )
}
