/** Reads the address in a cell as people and programs write it. Browser-safe. */

/** The characters that stand before and after an address. */
const BEFORE = /[\s"'`‘’“”«»<>()[\]{},;:]/
const AFTER = /[\s"'`‘’“”«»<>()[\]{},;:.&+/]/
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
/** Full-width letters and signs of East Asian keyboards. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
/** Cells of more characters are not searched for addresses. */
const LONGEST = 2000

/**
 * Cleans an address: `mailto:`, display names, angle brackets, quotes, a trailing dot. Nothing within the address is changed.
 * @returns the first address of the cell, and the others
 */
export function readAddress(cell: string): { email: string; others: string[] } {
  const text = cell
    .slice(0, LONGEST)
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  const bare = cleaned(text)
  if (bare.indexOf('@') === bare.lastIndexOf('@') && !/[\s<>]/.test(bare)) return { email: bare, others: [] }
  const parts = text
    // Quoted display names may hold commas.
    .replace(/"[^"@]*"/g, ' ')
    .split(/[;,|\n\r\t]|\s\/\s|\s(?:and|or|und|oder|et|ou|y|o|e)\s|\s(?=\S*@)/)
    .flatMap((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).split(/[\s()<>[\]{}]/).flatMap(eachOf))
  const found = parts.map(cleaned).filter((part) => part.includes('@'))
  const others = new Set(found.map((name) => name.toLowerCase()))
  others.delete(found[0]?.toLowerCase() ?? '')
  return { email: found[0] ?? bare, others: [...others] }
}

/** The addresses of a word: "a@x.example/b@x.example". Both signs may also stand within an address. */
function eachOf(word: string): string[] {
  const pieces = word.split(/[&/]/)
  return pieces.every((piece) => piece.includes('@')) ? pieces : [word]
}

function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BEFORE.test(text[start]!)) start++
  while (end > start && AFTER.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

function cleaned(text: string): string {
  const inner = trimmed(text)
  const address = inner.replace(/^(?:(?:mailto|e-?mail|smtp)\s*:\s*)+/i, '')
  return trimmed(address === inner ? inner : address.replace(/\?.*$/s, ''))
}
