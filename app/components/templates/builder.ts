import grapesjs, { type Editor, type ProjectData } from 'grapesjs'
import mjml from 'grapesjs-mjml'
import 'grapesjs/dist/css/grapes.min.css'
import { BUILDER_PICTURE, BUILDER_TEXT } from '~/models/templates/placeholders'

/** The mounted visual builder. */
export interface Builder {
  /**
   * The email's HTML, and the design to continue with later; both as they were given until something is changed. Of an empty email
   * both are empty until then.
   * @throws if the export fails
   */
  export(): { html: string; design: string }
  destroy(): void
}

/** Replaces blocks whose default content comes from other sites. */
const BLOCKS: Record<string, { content: string }> = {
  'mj-hero': {
    content:
      '<mj-hero background-color="#2a3448" padding="60px 0px"><mj-text padding="20px" color="#ffffff" align="center" font-size="32px" line-height="40px">Insert text here</mj-text><mj-button align="center">Button</mj-button></mj-hero>',
  },
  'mj-raw': { content: '<mj-raw><div>Insert text here</div></mj-raw>' },
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML.trim()

/** An initial design that contains the existing text. */
function beginWith(html: string): string {
  const text = bodyOf(html) || `<p>Hi {{first_name | default: "there"}},</p><p>${BUILDER_TEXT}</p>`
  return `<mjml><mj-body background-color="#ffffff"><mj-section><mj-column><mj-text font-size="15px" line-height="1.5">${text}</mj-text></mj-column></mj-section></mj-body></mjml>`
}

/**
 * Opens the builder. It loads nothing from other sites: no icons, no telemetry, no storage.
 * @param design as returned by `export`, or '' to start from `html`
 * @param variables what the text toolbar can insert
 * @param changed called on each edit
 */
export function openBuilder(
  container: HTMLElement,
  {
    design,
    html,
    variables,
    changed,
  }: { design: string; html: string; variables: string[]; changed(): void },
): Builder {
  const editor = grapesjs.init({
    container,
    height: '34rem',
    width: 'auto',
    cssIcons: '',
    telemetry: false,
    storageManager: false,
    fromElement: false,
    assetManager: { upload: false },
    deviceManager: {
      devices: [
        { id: 'desktop', name: 'Wide', width: '' },
        { id: 'mobilePortrait', name: 'Narrow', width: '360px', widthMedia: '480px' },
      ],
    },
    plugins: [mjml],
    pluginsOpts: {
      [mjml as unknown as string]: {
        resetDevices: false,
        useCustomTheme: false,
        imagePlaceholderSrc: BUILDER_PICTURE,
        block: (id: string) => BLOCKS[id] ?? {},
        // Not empty, so that it replaces the plugin's fonts, which emails would load from elsewhere.
        fonts: { none: 'none' },
      },
    },
    panels: { defaults: [] },
  } as Parameters<typeof grapesjs.init>[0])
  addPanels(editor)
  addVariables(editor, variables)
  const saved = parse(design)
  if (saved) editor.loadProjectData(saved)
  else editor.setComponents(beginWith(html))
  const code = () => String(editor.runCommand('mjml-code'))
  const isNew = !saved && !bodyOf(html)
  let untouched: string | null = null
  editor.on('load', () => {
    untouched = code()
    editor.on('update', changed)
  })
  return {
    export() {
      if (untouched === null || code() === untouched)
        return isNew ? { html: '', design: '' } : { html, design: saved ? design : '' }
      const { html: exported } = editor.runCommand('mjml-code-to-html') as { html?: string }
      if (!exported?.trim()) throw new Error('the builder gave no HTML')
      return { html: exported, design: JSON.stringify(editor.getProjectData()) }
    },
    destroy: () => editor.destroy(),
  }
}

/** The top bar: side panels, width, undo and redo. Text labels, because there is no icon font. */
function addPanels(editor: Editor): void {
  for (const panel of [...editor.Panels.getPanels().models]) editor.Panels.removePanel(panel)
  for (const device of ['desktop', 'mobilePortrait'])
    editor.Commands.add(`set-${device}`, (editor: Editor) => editor.setDevice(device))
  const tab = (id: string, label: string) => ({ id, command: id, label, togglable: false })
  editor.Panels.addPanel({
    id: 'devices-c',
    buttons: [{ ...tab('set-desktop', 'Wide'), active: true }, tab('set-mobilePortrait', 'Narrow')],
  })
  editor.Panels.addPanel({
    id: 'options',
    buttons: [
      { id: 'undo', label: 'Undo', command: (editor: Editor) => editor.UndoManager.undo() },
      { id: 'redo', label: 'Redo', command: (editor: Editor) => editor.UndoManager.redo() },
    ],
  })
  editor.Panels.addPanel({
    id: 'views',
    buttons: [
      tab('open-blocks', 'Blocks'),
      tab('open-sm', 'Style'),
      tab('open-tm', 'Settings'),
      tab('open-layers', 'Layers'),
    ],
  })
  editor.on('load', () => editor.Panels.getButton('views', 'open-blocks')?.set('active', true))
}

/** Adds a variable menu to the text toolbar. */
function addVariables(editor: Editor, variables: string[]): void {
  const options = variables.map((name) => `<option value="{{${name}}}">${name}</option>`).join('')
  editor.RichTextEditor.add('variable', {
    icon: `<select class="gjs-field" aria-label="Insert a variable"><option value="">Variable</option>${options}</select>`,
    event: 'change',
    result(rte, action) {
      const select = (action as { btn?: HTMLElement }).btn?.firstChild as HTMLSelectElement | undefined
      if (!select?.value) return
      rte.insertHTML(select.value)
      select.value = ''
    },
  })
}

function parse(design: string): ProjectData | null {
  try {
    const value: unknown = design ? JSON.parse(design) : null
    return value && typeof value === 'object' && Object.keys(value).length > 0 ? (value as ProjectData) : null
  } catch {
    return null
  }
}
