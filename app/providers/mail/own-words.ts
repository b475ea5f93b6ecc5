const MAX_LINES = 2_000

/** How mail programs announce what they quote; the line and all that follows is not the writer's own. */
const INTRODUCTIONS = [
  /^on .{4,200}\bwrote:$/i,
  /^am .{4,200}\bschrieb\b.{0,200}:$/i,
  /^le .{4,200}\ba écrit ?:$/i,
  /^el .{4,200}\bescribió ?:$/i,
  /^il .{4,200}\bha scritto ?:$/i,
  /^em .{4,200}\bescreveu ?:$/i,
  /^op .{4,200}\bschreef\b.{0,200}:$/i,
  /^(den|på) .{4,200}\bskrev\b.{0,200}:$/i,
  /^-{2,} ?(original message|ursprüngliche nachricht|message d'origine|mensaje original|forwarded message)/i,
  /^_{10,}$/,
  /^(from|von|de|da|van|från): .{1,200}$/i,
]
const SIGNATURE = /^-- ?$/

/** A text without what it quotes and without its signature (RFC 3676, 4.3): what the writer wrote just now. */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const own: string[] = []
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim()
    if (SIGNATURE.test(line)) break
    // An introduction may be broken over two or three lines.
    const wide = [trimmed, joined(lines, index, 2), joined(lines, index, 3)]
    if (wide.some((candidate) => isIntroduction(candidate, lines, index))) break
    if (!trimmed.startsWith('>')) own.push(line)
  }
  return own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const joined = (lines: string[], index: number, count: number) =>
  lines
    .slice(index, index + count)
    .map((line) => line.trim())
    .join(' ')

function isIntroduction(line: string, lines: string[], index: number): boolean {
  const found = INTRODUCTIONS.findIndex((form) => form.test(line))
  if (found < 0) return false
  // "From: …" opens a quoted header block only when more headers follow; a person may write such a line.
  if (found < INTRODUCTIONS.length - 1) return true
  return lines
    .slice(index + 1, index + 4)
    .some((next) =>
      /^\s*\*?(sent|date|to|subject|gesendet|an|betreff|envoyé|à|objet|enviado|para|asunto)\b.{0,3}:/i.test(
        next,
      ),
    )
}

/** A line that asks for no more mail and says nothing else. */
const STOP =
  /^(please )?(stop|unsubscribe( me)?|remove( me)?( from (your|the|this) (mailing )?list)?|take me off( your list)?|opt[ -]?out|no more (e-?)?mails?|abmelden|abbestellen|désabonner|désinscrire|desinscribir|darse de baja|stop mailing me|stop e-?mailing me)( please| now| thanks| thank you)?$/i

/** Whether own words ask to stop: by a whole line, so that "stop by on Monday" does not. */
export function asksToStop(words: string): boolean {
  return words
    .split('\n')
    .slice(0, 50)
    .some((line) =>
      STOP.test(
        line
          .replace(/[^\p{L}\p{N} -]+/gu, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    )
}
