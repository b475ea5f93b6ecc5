import { JSDOM } from 'jsdom'
import type { Client } from './client'

/** The elements that can be filled in. */
const FIELDS = 'input:not([type=hidden]), select, textarea'
export const SUBMITS = 'button:not([type]), button[type=submit], input[type=submit], input[type=image]'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Submit = HTMLButtonElement | HTMLInputElement

const wordsOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()

/** The elements with this name, or, if none has it, those with a name that contains it. */
function named<E extends Element>(elements: E[], name: string | RegExp): E[] {
  if (typeof name !== 'string') return elements.filter((one) => name.test(nameOf(one)))
  const exact = elements.filter((one) => nameOf(one) === name)
  return exact.length > 0 ? exact : elements.filter((one) => nameOf(one).includes(name))
}

/** The name of a field as its label gives it; without the mark of required ones. */
export function nameOf(element: Element): string {
  const page = element.ownerDocument
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return by
      .split(' ')
      .map((id) => wordsOf(page.getElementById(id)!))
      .join(' ')
  const own = element.getAttribute('aria-label')
  if (own) return own
  const [label] = 'labels' in element ? ((element as Field).labels ?? []) : []
  return wordsOf(label ?? element).replace(/ ?\*$/, '') || element.getAttribute('title') || ''
}

/** A browser without scripts: it opens pages, fills in fields and submits forms as HTML says, without drawing anything. */
export class Visitor {
  private page = new JSDOM('')
  /** The form of the field that was filled in last. */
  private form: HTMLFormElement | null = null
  /** The status of the last response. */
  status = 0

  constructor(private readonly client: Client) {}

  get document(): Document {
    return this.page.window.document
  }

  get path(): string {
    const { pathname, search } = new URL(this.page.window.location.href)
    return pathname + search
  }

  /** All words of the page, also those that only a browser without scripts shows. */
  get text(): string {
    const body = this.document.body.cloneNode(true) as HTMLElement
    for (const unseen of body.querySelectorAll('script, style, template')) unseen.remove()
    return wordsOf(body)
  }

  async open(at: string): Promise<void> {
    await this.show('GET', at)
  }

  async show(method: string, at: string, body?: FormData | URLSearchParams): Promise<void> {
    let response = await this.client.request(method, at, body ? { body } : {})
    let url = new URL(at, this.client.url)
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 5; hops++) {
      url = new URL(response.headers.get('location')!, url)
      // After 307 the same body is sent again.
      response =
        response.status === 307
          ? await this.client.request(method, url.href, body ? { body } : {})
          : await this.client.request('GET', url.href)
    }
    this.status = response.status
    this.form = null
    this.page = new JSDOM(await response.text(), { url: url.href })
  }

  /** The last element of this kind with this name: dialogs come after the page below them. */
  private find<E extends Element>(selector: string, name: string | RegExp): E {
    const last = named([...this.document.querySelectorAll<E>(selector)], name).at(-1)
    if (!last) throw new Error(`${this.path} has no ${name} among: ${this.names(selector).join(', ')}`)
    return last
  }

  private names(selector: string): string[] {
    return [...this.document.querySelectorAll(selector)].map(nameOf)
  }

  field(name: string | RegExp): Field {
    return this.find<Field>(FIELDS, name)
  }

  /** Fills in a field, ticks a box (`true`, `false`) or chooses the option with this text. */
  fill(name: string | RegExp, value: string | boolean): void {
    const field = this.field(name)
    this.form = field.form
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
    else if (field.tagName === 'SELECT') {
      const options = [...(field as HTMLSelectElement).options]
      const option = options.find((one) => wordsOf(one) === value || one.value === value)
      if (!option) throw new Error(`${this.path}: ${name} has no option ${value}`)
      option.selected = true
    } else if (field.type === 'radio') (field as HTMLInputElement).checked = true
    else field.value = value
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.open(this.find<HTMLAnchorElement>('a[href]', name).href)
  }

  /** Presses a button that submits its form; of several, that of the form in which a field was filled in last. */
  async press(name: string | RegExp): Promise<void> {
    const { action, method, body } = this.submission(name)
    if (method === 'get') {
      const url = new URL(action)
      url.search = body.toString()
      return this.open(url.href)
    }
    await this.show('POST', action, body)
  }

  /** What pressing a button would send; see `press`. */
  submission(name: string | RegExp): { action: string; method: string; body: URLSearchParams } {
    const own = [...(this.form?.elements ?? [])].filter((one) => one.matches(SUBMITS))
    const button = named(own as Submit[], name).at(0) ?? this.find<Submit>(SUBMITS, name)
    const { form } = button
    if (!form || button.disabled) throw new Error(`${this.path}: ${name} submits nothing`)
    const action = new URL(
      button.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
      this.page.window.location.href,
    )
    const method = (button.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase()
    const encoding = button.getAttribute('formenctype') ?? form.getAttribute('enctype') ?? ''
    const fields = [...new this.page.window.FormData(form, button)]
    if (method === 'get') action.search = ''
    const body = encoding === 'multipart/form-data' ? new FormData() : new URLSearchParams()
    for (const [key, value] of fields) body.append(key, typeof value === 'string' ? value : '')
    return { action: action.href, method, body: body as URLSearchParams }
  }
}
