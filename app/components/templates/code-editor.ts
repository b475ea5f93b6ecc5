import { defaultKeymap, history, historyKeymap, insertNewline } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** A code editor that replaces a text area. */
export interface CodeEditor {
  set(text: string): void
  insert(text: string): void
  focus(): void
  destroy(): void
}

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--accent-ink)' },
  { tag: tags.attributeName, color: 'var(--info-ink)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--warning-ink)' },
  {
    tag: [tags.comment, tags.processingInstruction, tags.documentMeta],
    color: 'var(--muted)',
    fontStyle: 'italic',
  },
])

const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.55',
    height: '18rem',
  },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--hover)', outline: '1px solid var(--line-strong)' },
  '.cm-variable': { backgroundColor: 'var(--accent-soft)', borderRadius: '3px' },
})

/** Highlights variables. */
const variables = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
})
const markVariables = ViewPlugin.define(
  (view) => ({
    marks: variables.createDeco(view),
    update(change) {
      this.marks = variables.updateDeco(change, this.marks)
    },
  }),
  { decorations: (plugin) => plugin.marks },
)

/**
 * Opens an HTML editor in `parent`. Tab leaves it, like any field.
 * @param label its name for screen readers
 * @param selection where the cursor is, or what is selected
 * @param changed called with the whole text after each edit
 */
export function openCodeEditor(
  parent: HTMLElement,
  {
    text,
    label,
    selection,
    changed,
  }: {
    text: string
    label: string
    selection: { anchor: number; head: number }
    changed(text: string): void
  },
): CodeEditor {
  const attributes = new Compartment()
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        // No automatic end tags or indents: they interfere with what users type.
        html({ autoCloseTags: false }),
        syntaxHighlighting(colours),
        markVariables,
        theme,
        EditorView.lineWrapping,
        keymap.of([
          { key: 'Enter', run: insertNewline, shift: insertNewline },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        attributes.of(EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' })),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    set: (whole) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: whole } }),
    insert(piece) {
      view.dispatch(view.state.replaceSelection(piece))
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
