import { Extension, InputRule, Mark, markPasteRule, Node, wrappingInputRule } from '@tiptap/core'
import Blockquote from '@tiptap/extension-blockquote'
import Bold from '@tiptap/extension-bold'
import Document from '@tiptap/extension-document'
import HardBreak from '@tiptap/extension-hard-break'
import Italic from '@tiptap/extension-italic'
import Paragraph from '@tiptap/extension-paragraph'
import Strike from '@tiptap/extension-strike'
import Text from '@tiptap/extension-text'
import Underline from '@tiptap/extension-underline'
import { history, redo, undo } from '@tiptap/pm/history'
import { isAllowedUrl } from '~/models/shared/web-address'

/*
 * What a rich text can have. Lists, links and the history are written here: Tiptap's own bring task lists, a list of all top-level
 * domains and more, a fifth of the editor's size.
 */

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: attribute('href'),
    target: attribute('target'),
    rel: attribute('rel'),
    class: attribute('class'),
    title: attribute('title'),
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isAllowedUrl(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { href, ...others } }) => [
    'a',
    isAllowedUrl(String(href)) ? { href, ...others } : others,
    0,
  ],
  addInputRules() {
    return [
      new InputRule({
        // A space after an address.
        find: /(?:^|\s)((?:https?:\/\/|www\.)[^\s{}]+)\s$/,
        handler: ({ state: { tr }, range, match: [, address] }) => {
          tr.addMark(range.to - address!.length, range.to, this.type.create({ href: fullAddress(address!) }))
          tr.removeStoredMark(this.type).insertText(' ', range.to)
        },
      }),
    ]
  },
  addPasteRules() {
    return [
      markPasteRule({
        find: /(?:https?:\/\/|www\.)[^\s{}]+/g,
        type: this.type,
        getAttributes: ([address]) => ({ href: fullAddress(address) }),
      }),
    ]
  },
})

const fullAddress = (address: string) => (/^www\./.test(address) ? `https://${address}` : address)

/** A list; `sign` is what begins one when it is typed at the start of a line. */
const list = (name: string, tag: string, sign: RegExp, attributes: string[]) =>
  Node.create({
    name,
    group: 'block',
    content: 'listItem+',
    addAttributes: () => Object.fromEntries(attributes.map((name) => [name, attribute(name)])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addInputRules() {
      return [wrappingInputRule({ find: sign, type: this.type })]
    },
  })

const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph block*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

const History = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const { view } = this.editor
    const run = (command: typeof undo) => () => command(view.state, view.dispatch)
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) }
  },
})

/** Paragraphs, bold and other marks, links, lists, quotes, undo. */
export const richText = [
  ...[Document, Paragraph, Text, HardBreak, Blockquote],
  ...[Bold, Italic, Underline, Strike, Link],
  list('bulletList', 'ul', /^\s*([-+*])\s$/, []),
  list('orderedList', 'ol', /^(\d+)\.\s$/, ['start', 'type']),
  ListItem,
  History,
]
