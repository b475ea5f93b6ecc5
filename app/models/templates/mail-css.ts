/** CSS of a mail, cleaned piece by piece: what is harmless stays as it was written. */

/**
 * A comment, a string, a mark, or any other character. Comments and strings without an end reach as far as they can: to look for
 * the end of each beginning would take time that grows with the square of the length.
 */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[{};()]|[^{};()"'/]+|[\s\S]/g

/** Never wanted, wherever it stands: other files, programs, and what could end the element. */
const NEVER =
  /@(import|charset|namespace|font-face)\b|expression\s*\(|javascript\s*:|vbscript\s*:|(^|[^-\w])behavior\s*:|-moz-binding|<[/!]/i
const FETCHES = /(^|[^-\w])(url|src|image|image-set|-webkit-image-set|cross-fade|element)\s*\(/i

/** `\75 rl(` is `url(`: escapes are read before they are judged (CSS Syntax 3, 4.3.7). */
const decoded = (css: string) =>
  css
    .replace(/\/\*([\s\S]*?)(\*\/|$)/g, (_, text: string, end: string) => (end ? ' ' : text))
    .replace(/\\([0-9a-f]{1,6})[ \t\r\n\f]?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    })
    .replace(/\\(?=[^\n])/g, '')

const isHarmful = (piece: string) => NEVER.test(decoded(piece)) || FETCHES.test(decoded(piece))

/** The content of a `<style>`: rules and declarations that fetch or run something go, with their blocks. */
export function cleanSheet(css: string): string {
  let out = ''
  let piece = ''
  let brackets = 0
  /** Depth of the dropped block that we are in; 0 outside. */
  let dropped = 0
  const flush = (end: string) => {
    if (dropped > 0) {
      dropped += end === '{' ? 1 : end === '}' ? -1 : 0
    } else if (isHarmful(piece)) {
      if (end === '{') dropped = 1
      else if (end === '}') out += end
    } else out += piece + end
    piece = ''
  }
  for (const [token] of css.matchAll(TOKEN)) {
    if (token === '(') brackets++
    if (token === ')') brackets = Math.max(0, brackets - 1)
    // A semicolon within brackets belongs to their content; a brace ends a bracket that nobody closed.
    if (token === '{' || token === '}' || (token === ';' && brackets === 0)) {
      flush(token)
      brackets = 0
    } else piece += token
  }
  flush('')
  return out
}

const WEB_ADDRESS = /^\s*(?:["']\s*)?https?:\/\//i

/** A `style` attribute: the same, but pictures from the web may be backgrounds. */
export function cleanDeclarations(style: string): string {
  let out = ''
  let piece = ''
  let brackets = 0
  const flush = (end: string) => {
    if (!isHarmfulDeclaration(piece)) out += piece + end
    piece = ''
  }
  for (const [token] of style.matchAll(TOKEN)) {
    if (token === '(') brackets++
    if (token === ')') brackets = Math.max(0, brackets - 1)
    if (token === ';' && brackets === 0) flush(token)
    else piece += token
  }
  flush('')
  return out
}

function isHarmfulDeclaration(piece: string): boolean {
  const css = decoded(piece)
  if (NEVER.test(css)) return true
  const withoutPictures = css.replace(
    /(^|[^-\w])url\s*\(([^()]*)\)/gi,
    (whole, before: string, address: string) => (WEB_ADDRESS.test(address) ? before : whole),
  )
  return FETCHES.test(withoutPictures)
}
