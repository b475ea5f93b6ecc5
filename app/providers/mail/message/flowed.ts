/** The longest line of a flowed text (RFC 3676, 4.2): with its last space encoded it fits into a line of quoted-printable. */
const WIDTH = 72
/** The line above a signature keeps its space (RFC 3676, 4.3). */
const SIGNATURE = '-- '

/**
 * A text as `format=flowed` (RFC 3676): lines that end with a space go on in the next one, and lines that would look like a quote, or that
 * servers change, begin with one more space. Lines that begin with `>` are quotes.
 */
export const flowed = (text: string): string =>
  text.replace(/\r\n?/g, '\n').split('\n').flatMap(flowLine).join('\n')

function flowLine(line: string): string[] {
  if (line === SIGNATURE) return [line]
  const [marks] = /^>*/.exec(line)!
  const said = line.slice(marks.length).trimEnd()
  // A quote is stuffed once, also where its mark is followed by the space that everybody writes.
  const own = marks === '' ? said : said.replace(/^ /, '')
  const stuffing = marks === '' ? (/^(?: |>|From )/.test(own) ? ' ' : '') : own === '' ? '' : ' '
  const prefix = marks + stuffing
  if (prefix.length + own.length <= WIDTH) return [prefix + own]
  return wrap(own, WIDTH - prefix.length).map((piece, index) => {
    const before = index === 0 || marks !== '' ? prefix : /^(?: |>|From )/.test(piece) ? ' ' : ''
    return before + piece
  })
}

/** Breaks a line after spaces, which stay at the ends of its pieces. */
function wrap(line: string, width: number): string[] {
  const room = Math.max(width, 20)
  const pieces: string[] = []
  let piece = ''
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    if (piece !== '' && piece.length + word.length > room) {
      pieces.push(piece)
      piece = ''
    }
    piece += word
  }
  return [...pieces, piece]
}
