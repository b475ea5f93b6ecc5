/**
 * Template variables: Liquid outputs with only the `default` filter, so that templates stay simple and harmless.
 * Examples: `{{ first_name }}`, `{{ first_name | default: "there" }}`.
 */

/** A variable in a parsed text, with its default. */
export interface Output {
  variable: string
  fallback: string | null
}

/** A part of a parsed text: a literal or a variable. */
export type Part<One extends Output = Output> = string | One

const OUTPUT =
  /\{\{-?\s*([A-Za-z_][\w-]*)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?))\s*)?-?\}\}/y

/**
 * A variable within HTML: as above, but its default has no `<` or `>`, so that it can stand anywhere in a document. Finds all of them in
 * linear time.
 */
export const VARIABLE_IN_HTML =
  /\{\{-?\s{0,20}[A-Za-z_][\w-]{0,99}\s{0,20}(?:\|\s{0,20}default:\s{0,20}(?:"[^"<>]{0,500}"|'[^'<>]{0,500}'|-?\d{1,20}(?:\.\d{1,20})?)\s{0,20})?-?\}\}/g

/** Parses a text into literals and variables. @returns the parts, or the problem as a sentence */
export function parseVariables(text: string): { parts: Part[] } | { problem: string } {
  const parts: Part[] = []
  let from = 0
  let tag = text.indexOf('{%')
  for (;;) {
    // Search again only after passing the tag found last: otherwise the time would be quadratic.
    if (tag >= 0 && tag < from) tag = text.indexOf('{%', from)
    const open = text.indexOf('{{', from)
    if (tag >= 0 && (open < 0 || tag < open)) {
      return {
        problem: `Tags such as ${excerpt(text, tag)} are not supported. Use only variables such as {{first_name}}`,
      }
    }
    if (open < 0) {
      if (from < text.length) parts.push(text.slice(from))
      return { parts }
    }
    OUTPUT.lastIndex = open
    const match = OUTPUT.exec(text)
    if (!match)
      return {
        problem: `${excerpt(text, open)} is not a variable. Write {{first_name}} or {{first_name | default: "there"}}`,
      }
    if (open > from) parts.push(text.slice(from, open))
    parts.push({ variable: match[1]!, fallback: match[2] ?? match[3] ?? match[4] ?? null })
    from = OUTPUT.lastIndex
  }
}

/** The beginning of a malformed variable or tag, for a message. In HTML it ends where the next element begins. */
const excerpt = (text: string, at: number) => {
  const rest = text.slice(at, at + 60)
  const end = rest.search(/[}%]\}/)
  const [shown = ''] = (end < 0 ? rest.slice(0, 30) : rest.slice(0, end + 2)).split('<')
  return shown.trimEnd()
}

/** The value of a variable: the contact's, else the default; null without either. A blank value counts as none. */
export function valueFor({ variable, fallback }: Output, values: Values): string | null {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined
  if (value?.trim()) return value
  if (fallback !== null) return fallback
  // An email may do without the name.
  return value !== undefined && value !== null && variable === 'name' ? '' : null
}

/** The values of variables by their names. */
export type Values = Record<string, string | null | undefined>

/** Fills in the variables. @returns the text, and the variables that had neither a value nor a default */
export function fill<One extends Output>(
  parts: Part<One>[],
  values: Values,
  encode: (value: string, part: One) => string,
): { text: string; missing: string[] } {
  const missing: string[] = []
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = valueFor(part, values)
      if (value !== null) return encode(value, part)
      missing.push(part.variable)
      return ''
    })
    .join('')
  return { text, missing: [...new Set(missing)] }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c]!)

/** The template syntax of a variable. The default must not have both kinds of quotation marks: those of the second kind are left out. */
export function variableTag(name: string, fallback: string | null = null): string {
  if (fallback === null) return `{{${name}}}`
  const quote = fallback.includes('"') ? "'" : '"'
  return `{{${name} | default: ${quote}${fallback.replaceAll(quote, '')}${quote}}}`
}
