import { InputRule, mergeAttributes, Node, nodePasteRule } from '@tiptap/core'
import { parseVariables, VARIABLE_IN_HTML } from '~/models/shared/variables'
import { variableLabel } from '../variables'

/** The name and default of a variable as it is written; null if it is not one. */
export function readVariable(raw: string): { name: string; fallback: string | null } | null {
  const parsed = parseVariables(raw)
  const [part, ...more] = 'parts' in parsed ? parsed.parts : []
  if (part === undefined || typeof part === 'string' || more.length > 0) return null
  return { name: part.variable, fallback: part.fallback }
}

function labelOf(raw: string): string {
  const variable = readVariable(raw)
  if (!variable) return raw
  const label = variableLabel(variable.name)
  return variable.fallback ? `${label} or “${variable.fallback}”` : label
}

/** A variable in a text: one piece that is deleted as a whole. `raw` is what the email stores, such as `{{name}}`. */
export const VariableNode = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    raw: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-variable') ?? '',
      renderHTML: ({ raw }: { raw?: unknown }) => ({ 'data-variable': String(raw) }),
    },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-variable]',
      getAttrs: (element) => (readVariable(element.getAttribute('data-variable') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, {
      class:
        'rounded-sm bg-accent-soft px-1 py-px font-medium text-accent-ink [&.ProseMirror-selectednode]:outline-2 [&.ProseMirror-selectednode]:outline-ring',
    }),
    labelOf(String(node.attrs.raw)),
  ],
  renderText: ({ node }) => String(node.attrs.raw),
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`${VARIABLE_IN_HTML.source}$`),
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ raw: match[0] }))
        },
      }),
    ]
  },
  addPasteRules() {
    return [
      nodePasteRule({
        find: VARIABLE_IN_HTML,
        type: this.type,
        getAttributes: (match) => ({ raw: match[0] }),
      }),
    ]
  },
})
