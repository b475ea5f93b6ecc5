import sanitizeHtml from 'sanitize-html'
import { isAppError } from '~/errors'
import { escapeHtml } from '~/models/shared/variables'
import { SCHEMES } from '~/models/shared/web-address'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'
import { toHtml } from './written-html'

/** The message that an answer quotes. */
export interface Quotable {
  /** Who wrote it. */
  name: string
  address: string
  at: Date
  text: string
  /** As received; empty if it has none. */
  html: string
}

/** A quote as it stands below an answer, in both forms. */
export interface Quote {
  text: string
  html: string
}

/** Limits of a quote: longer messages are cut in the text, and quoted as text in the HTML. */
const MAX_TEXT = 20_000
const MAX_LINES = 500
const MAX_HTML = 100_000
const MAX_NAME = 100
const CUT = '[…]'

/**
 * Quotes a message as mail programs expect it: "On DATE, NAME wrote:", then `>` before each line, or a `<blockquote>`. Programs recognize
 * both and fold them.
 * @param html the sanitized HTML of the message, for an answer in HTML; its text is quoted if absent
 */
export function quoteMessage(message: Quotable, timezone: string, html?: string): Quote {
  const intro = introductionTo(message, timezone)
  const lines = cut(message.text)
  const text = [
    intro,
    ...lines.map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`)),
  ].join('\n')
  const inner = html ?? toHtml(lines.join('\n'))
  return {
    text,
    html: `<div>${escapeHtml(intro)}<br></div><blockquote type="cite" style="${QUOTED}">${inner}</blockquote>`,
  }
}

const QUOTED = 'margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex'

/** "On Tue, Mar 3, 2026, 10:02, Ann Lee <ann@example.com> wrote:", which readers of replies recognize in every language. */
export function introductionTo({ name, address, at }: Quotable, timezone: string): string {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  // A name must not look like another address, nor end the line.
  const bare = name
    .replace(/[\p{C}<>\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
  const who = bare && !bare.includes('@') ? `${bare} <${address}>` : address
  return `On ${when.format(at)}, ${who} wrote:`
}

function cut(text: string): string[] {
  const trimmed = text.replace(/\r\n?/g, '\n').trim()
  const lines = trimmed.slice(0, MAX_TEXT).split('\n', MAX_LINES)
  return lines.join('\n').length < trimmed.length ? [...lines, CUT] : lines
}

/**
 * A text or sanitized HTML of a message without the unsubscribe links of our emails: whoever else gets the answer must not unsubscribe the
 * contact with them.
 */
export function withoutOurLinks(text: string, appUrl: string): string {
  const [before = '', ...rest] = text.split(`${appUrl}/u/`)
  return before + rest.map((piece) => piece.replace(/^[\w-]+/, '')).join('')
}

/** A message's HTML, ready to stand within another one. Images of the message have their index in `cids` as source. */
export interface QuotableHtml {
  html: string
  /** The Content-IDs of the images that it shows. */
  cids: string[]
}

/** Prepares a message's HTML for a quote; null if there is none, or it is too long or nested too deeply. */
export function quotableHtml(received: string, appUrl: string): QuotableHtml | null {
  if (!received.trim() || received.length > MAX_HTML) return null
  const cids: string[] = []
  const marked = received.replace(CID, (_, _quote: string, cid: string) => {
    const known = cids.indexOf(cid)
    return `src="${MARK}${known < 0 ? cids.push(cid) - 1 : known}"`
  })
  try {
    const html = sanitizeHtml(sanitizeEmailHtml(marked), partOf(appUrl))
    return html.length <= MAX_HTML ? { html: withoutOurLinks(html, appUrl), cids } : null
  } catch (error) {
    if (!isAppError(error)) throw error
    return null
  }
}

/** What makes a whole document a part of one. Our own pixel goes: the quote must not count as an open. */
const partOf = (appUrl: string): sanitizeHtml.IOptions => ({
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemes: SCHEMES,
  // For `style`, which is removed here.
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  transformTags: { html: 'div', head: 'div', body: 'div' },
  exclusiveFilter: ({ tag, attribs }) =>
    ['meta', 'style', 'title'].includes(tag) ||
    (tag === 'img' && attribs.src?.startsWith(`${appUrl}/t/`) === true),
})

const CID = /\bsrc\s{0,3}=\s{0,3}(["']?)cid:([^"'<>\s]{1,300})\1/gi
const MARK = 'image-of-message-'
const MARKED = new RegExp(`\\bsrc="${MARK}(\\d{1,6})"`)

/** In place of an image that could not be fetched. */
const LEFT_OUT = '[image not included]'

/** Gives the images of a quote new Content-IDs, by their old ones; those without one are replaced by a note. */
export const withImages = ({ html, cids }: QuotableHtml, ids: ReadonlyMap<string, string>): string =>
  html.replace(/<img\b[^<>]*>/gi, (image) => {
    const index = MARKED.exec(image)?.[1]
    if (index === undefined) return image
    const id = ids.get(cids[Number(index)] ?? '')
    return id ? image.replace(`${MARK}${index}`, () => `cid:${id}`) : LEFT_OUT
  })
