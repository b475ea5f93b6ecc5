/**
 * Template variables: Liquid outputs with the `default` filter and nothing else, so that a template can be read at a
 * glance and can do no harm. `{{ first_name }}`, `{{ first_name | default: "there" }}`.
 */

/** The variables that every template can use; further ones are the contact's own columns. */
export const STANDARD_VARIABLES = [
  'first_name',
  'last_name',
  'name',
  'company_name',
  'unsubscribe_url',
] as const

/** A text cut into its parts. */
export type Part = string | { variable: string; fallback: string | null }

const OUTPUT =
  /\{\{-?\s*([A-Za-z_][\w-]*)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?))\s*)?-?\}\}/y

/** Cuts a text into literal parts and variables. @returns the parts, or what is wrong in a sentence */
export function parseVariables(text: string): { parts: Part[] } | { problem: string } {
  const parts: Part[] = []
  let from = 0
  let tag = text.indexOf('{%')
  for (;;) {
    // Not anew from each variable on: that would take the square of the text's length.
    if (tag >= 0 && tag < from) tag = text.indexOf('{%', from)
    const open = text.indexOf('{{', from)
    if (tag >= 0 && (open < 0 || tag < open)) {
      return {
        problem: `Tags such as ${excerpt(text, tag)} cannot be used; only variables like {{first_name}} can`,
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
        problem: `${excerpt(text, open)} is not a variable; write {{first_name}} or {{first_name | default: "there"}}`,
      }
    if (open > from) parts.push(text.slice(from, open))
    parts.push({ variable: match[1]!, fallback: match[2] ?? match[3] ?? match[4] ?? null })
    from = OUTPUT.lastIndex
  }
}

const excerpt = (text: string, at: number) => {
  const end = text.slice(at).search(/[}%]\}/)
  return text.slice(at, Math.min(end < 0 ? at + 30 : at + end + 2, at + 60))
}

/** Fills the parts. @returns the text, and the variables that had neither a value nor a default */
export function fill(
  parts: Part[],
  values: Record<string, string | null | undefined>,
  encode: (value: string) => string,
): { text: string; missing: string[] } {
  const missing: string[] = []
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = Object.hasOwn(values, part.variable) ? values[part.variable] : undefined
      if (value) return encode(value)
      if (part.fallback !== null) return encode(part.fallback)
      if (value === '' && part.variable === 'name') return ''
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

/** For a place in HTML, text or attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c]!)

/** The names of a text's variables, each once, in order; a malformed text has none. */
export function variablesOf(text: string): string[] {
  const parsed = parseVariables(text)
  if ('problem' in parsed) return []
  return [...new Set(parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))]
}

/** A variable as templates write it. */
export const variableTag = (name: string) => `{{${name}}}`
