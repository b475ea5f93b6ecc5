import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { Button } from '~/components/ui/button'
import { NEVER_LACKING } from '~/models/contacts/variables'
import { variableTag } from '~/models/shared/variables'
import { variableLabel } from '../variables'
import { readVariable } from './variable-node'

interface VariablePanelProps {
  editor: Editor
  input: RefObject<HTMLInputElement>
  lacking?: Record<string, string>
}

/** Edits the default of the variable that is selected in the text. */
export function VariablePanel({ editor, input, lacking = {} }: VariablePanelProps) {
  const id = useId()
  const { selection } = editor.state
  const node = selection instanceof NodeSelection && selection.node.type.name === 'variable' && selection.node
  const variable = node && readVariable(String(node.attrs.raw))
  if (!variable) return null
  const { name, fallback } = variable
  const label = variableLabel(name)
  const at = selection.from
  const change = (text: string) => {
    // Neither signs of HTML nor the end of the variable.
    const clean = text.replace(/[<>]|\}\}/g, '').slice(0, 200)
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(at, 'raw', variableTag(name, clean || null))
      tr.setSelection(NodeSelection.create(tr.doc, at))
      return true
    })
  }
  const leave = () =>
    editor
      .chain()
      .setTextSelection(at + 1)
      .focus()
      .run()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the form nor closes its dialog.
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2 rounded-md border border-line bg-sunken p-2.5">
      <div className="min-w-40 grow">
        <label htmlFor={id} className="mb-1 block text-xs text-muted">
          {label}: default for contacts without one
        </label>
        <input
          ref={input}
          id={id}
          className="control"
          value={fallback ?? ''}
          placeholder={
            NEVER_LACKING.has(name) ? 'No default: left empty' : 'No default: emails to them are held'
          }
          aria-describedby={lacking[name] ? `${id}-lacking` : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button type="button" size="sm" onClick={leave}>
        Done
      </Button>
      <Button
        type="button"
        size="sm"
        variant="ghost"
        onClick={() => editor.chain().deleteSelection().focus().run()}
      >
        Remove
      </Button>
      {lacking[name] && (
        <p id={`${id}-lacking`} className="w-full text-xs text-muted">
          {lacking[name]}
        </p>
      )}
    </div>
  )
}
