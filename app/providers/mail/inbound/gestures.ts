import {
  allParts,
  decodeFields,
  headerOf,
  type MimePart,
  parameter,
} from '~/providers/mail/message/mime-parts'

/** What people send with a button instead of words. */
export interface Gesture {
  /** What a message with a calendar entry does (RFC 5546). A counter-proposal is an answer in words. */
  calendar?: 'invitation' | 'accepted' | 'declined' | 'tentative' | 'counter' | 'cancelled'
  /** An emoji. */
  reaction?: string
}

const CALENDAR = /^(text\/calendar|application\/ics)$/
const REACTION = /^text\/vnd\.(google|microsoft)\.email-reaction\+json$/
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]){1,16}$/u
/** "Kim reacted via Gmail", in many languages. */
const REACTED =
  /(?:react|reagi|réagi|reaccion|reager|zareag|reag[oó]|tepki|リアクション|반응|回应|回應|表情|cảm xúc).{0,40}(?:gmail|outlook|message|email|mail|nachricht|mensaje|mensagem)|(?:gmail|outlook).{0,40}(?:react|reagi|réagi|reaccion|reager|zareag|tepki|リアクション|반응|回应|回應|cảm xúc)|reacted to your (?:message|email)/iu
const MAX_REACTION = 400

/** The answer to an invitation, the invitation, or the reaction that a message is. */
export function readGesture(message: MimePart, own: string): Gesture {
  const parts = allParts(message)
  const calendar = parts.find((part) => CALENDAR.test(part.type))
  const found = calendar && calendarOf(calendar)
  if (found) return { calendar: found }
  const reaction = parts.find((part) => REACTION.test(part.type))
  const emoji = (reaction && emojiIn(decodeFields(reaction))) ?? emojiWritten(own)
  return emoji ? { reaction: emoji } : {}
}

function calendarOf(part: MimePart): Gesture['calendar'] {
  const entry = decodeFields(part).replace(/\r?\n[ \t]/g, '')
  const method =
    parameter(headerOf(part, 'content-type'), 'method') ?? /^METHOD:(\w{3,20})/im.exec(entry)?.[1]
  switch (method?.toUpperCase()) {
    case 'REPLY': {
      const answer = /\bPARTSTAT=(\w{3,20})/i.exec(entry)?.[1]?.toLowerCase()
      return answer === 'declined' || answer === 'tentative' ? answer : 'accepted'
    }
    case 'REQUEST':
    case 'PUBLISH':
    case 'ADD':
      return 'invitation'
    case 'COUNTER':
      return 'counter'
    case 'CANCEL':
      return 'cancelled'
    default:
      return undefined
  }
}

function emojiIn(json: string): string | undefined {
  try {
    const { emoji } = JSON.parse(json) as { emoji?: unknown }
    return typeof emoji === 'string' && EMOJI.test(emoji) ? emoji : undefined
  } catch {
    return undefined
  }
}

/** A message of nothing but an emoji and the line with which a mail client explains it. An emoji alone is a person's answer. */
function emojiWritten(own: string): string | undefined {
  if (own.length > MAX_REACTION) return undefined
  const lines = own
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > 3 || !REACTED.test(lines.at(-1) ?? '')) return undefined
  const inLine = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}){0,2}/u.exec(lines.join(' '))?.[0]
  return lines.find((line) => EMOJI.test(line)) ?? (lines.length === 1 ? inLine : undefined)
}
