import {
  allParts,
  decodeFields,
  decodeTransfer,
  headerOf,
  type MimePart,
  parameter,
} from '~/providers/mail/message/mime-parts'
import { PICTURES, PRONOUN, QUOTING, QUOTING_EMOJI, TO_MESSAGE, VIA_CLIENT } from './reaction-words'

/** What people send with a button instead of words. */
export interface Gesture {
  /** What a message with a calendar entry does (RFC 5546). A counter-proposal is an answer in words. */
  calendar?: 'invitation' | 'accepted' | 'declined' | 'tentative' | 'counter' | 'cancelled'
  /** An emoji. */
  reaction?: string
}

const CALENDAR = /^(text\/calendar|application\/ics)$/
/** What programs call a file that they do not know. */
const OCTETS = 'application/octet-stream'
const REACTION = /^text\/vnd\.(google|microsoft)\.email-reaction\+json$/
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[0-9#*]\ufe0f?\u20e3|[\u200d\ufe0f\u20e3]|[\u{e0020}-\u{e007f}]){1,16}$/u
/** One emoji with what belongs to it, e.g. the tone of a skin. */
const ONE_EMOJI =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\u{1f3f4}[\u{e0020}-\u{e007f}]{2,8}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}){0,2}(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}){0,2}){0,5})/u
/** What Gmail adds to its own name. */
const GMAIL_LINK = /<?https:\/\/(?:www|mail)\.google\.com\/[^\s<>]{0,400}>?$/
const PICTURE = /^\[(\p{L}{3,20})\] ?/u
const MAX_NAME_WORDS = 6
const MAX_REACTION = 400
/** A phone quotes the whole message that it reacts to. */
const MAX_QUOTING = 1_600
/** Calendars whose messages explain how to end them. */
const CALENDAR_LINK =
  /https?:\/\/(?:calendar\.(?:google|yahoo|yandex)\.[a-z]{2,3}|www\.google\.com\/calendar)(?:\/|$)/i

/**
 * The answer to an invitation, the invitation, or the reaction that a message is. A calendar file in a `reply` in the conversation is an
 * attachment like any other.
 */
export function readGesture(message: MimePart, own: string, reply: boolean): Gesture {
  const parts = allParts(message)
  const entries = parts.filter((part) => isCalendar(part) && !isFile(part))
  const files = reply ? [] : parts.filter((part) => isCalendar(part) && isFile(part))
  const sender = headerOf(message, 'from').toLowerCase()
  for (const part of [...entries, ...files]) {
    const calendar = calendarOf(part, sender)
    if (calendar) return { calendar }
  }
  const reaction = parts.find((part) => REACTION.test(part.type))
  const emoji = (reaction && emojiIn(decodeFields(reaction))) ?? reactionWritten(own)
  return emoji ? { reaction: emoji } : {}
}

const isCalendar = (part: MimePart): boolean =>
  CALENDAR.test(part.type) ||
  (part.type === OCTETS && /^\s{0,9}BEGIN:VCALENDAR/i.test(decodeTransfer(part, 200)))

/** Programs name the method of an entry that is the message itself (RFC 6047, 2.4). */
const isFile = (part: MimePart): boolean =>
  part.type === OCTETS ||
  /^attachment\b/i.test(headerOf(part, 'content-disposition')) ||
  (hasName(part) && methodNamed(part) === undefined)

const hasName = (part: MimePart): boolean =>
  /;\s?(?:file)?name[*\d]{0,4}=/i.test(
    `${headerOf(part, 'content-type')} ${headerOf(part, 'content-disposition')}`,
  )

const methodNamed = (part: MimePart): string | undefined =>
  parameter(headerOf(part, 'content-type'), 'method')

function calendarOf(part: MimePart, sender: string): Gesture['calendar'] {
  const entry = decodeFields(part).replace(/\r?\n[ \t]/g, '')
  const method = methodNamed(part) ?? /^METHOD: ?(\w{3,20})/im.exec(entry)?.[1]
  switch (method?.toUpperCase()) {
    case 'REPLY':
      return answerIn(entry, sender)
    case 'REQUEST':
    case 'ADD':
      return 'invitation'
    case 'PUBLISH':
      // An exported calendar asks nobody.
      return isFile(part) ? undefined : 'invitation'
    case 'COUNTER':
      return 'counter'
    case 'CANCEL':
      return 'cancelled'
    default:
      return undefined
  }
}

/** The answer of the sender, whose reply some programs send with all attendees; undefined if it decides nothing, e.g. delegates. */
function answerIn(entry: string, sender: string): Gesture['calendar'] {
  const attendees = entry.split('\n').filter((line) => /^ATTENDEE[;:]/i.test(line) && /PARTSTAT=/i.test(line))
  const own = attendees.find((line) => {
    const address = /mailto:([^\s"<>]{3,320})$/i.exec(line.trim())?.[1]?.toLowerCase()
    return address !== undefined && sender.includes(address)
  })
  const answer = /;PARTSTAT="?(\w{3,20})/i.exec(own ?? attendees[0] ?? '')?.[1]?.toLowerCase() ?? 'accepted'
  return answer === 'accepted' || answer === 'declined' || answer === 'tentative' ? answer : undefined
}

/** The words of a calendar message above the first link to the program that sent it: below, it explains how to end its own emails. */
export function aboveLinks(own: string): string {
  const lines = own.split('\n')
  const link = lines.findIndex((line) => CALENDAR_LINK.test(line))
  return link < 0 ? own : lines.slice(0, link).join('\n')
}

function emojiIn(json: string): string | undefined {
  try {
    const { emoji } = JSON.parse(json) as { emoji?: unknown }
    return typeof emoji === 'string' && EMOJI.test(emoji) ? emoji : undefined
  } catch {
    return undefined
  }
}

/** The emoji of a message of nothing but the line with which a mail client or phone explains it. An emoji alone is a person's answer. */
export function reactionWritten(own: string): string | undefined {
  if (own.length > MAX_QUOTING) return undefined
  const lines = own
    .split('\n')
    .map((line) => line.replace(GMAIL_LINK, '').trim())
    .filter((line) => line !== '')
  if (own.length <= MAX_REACTION && lines.length <= 2) {
    const alone = lines.length > 1 ? lines.find((line) => EMOJI.test(line)) : undefined
    const said = lines.find((line) => line !== alone) ?? ''
    const emoji = alone ?? ONE_EMOJI.exec(said)?.[0] ?? PICTURES[PICTURE.exec(said)?.[1]?.toLowerCase() ?? '']
    const words = alone ? said : said.replace(ONE_EMOJI, ' ').replace(PICTURE, '')
    if (emoji && (alone !== undefined || lines.length === 1) && saysReacted(words)) return emoji
  }
  return reactionQuoting(lines.join(' '))
}

/** A title in such quotes is a person's: "Loved “Gone with the Wind”". */
const PROSE = /[,;:.!?…،؟。、，！？]\s?[”“"»」』]|[,;:.!?…،؟。、，！？] /u

function reactionQuoting(text: string): string | undefined {
  if (!PROSE.test(text)) return undefined
  const found = QUOTING.find(([, form]) => form.test(text))?.[0]
  if (found) return found
  const emoji = ONE_EMOJI.exec(text.slice(0, 60))?.[0]
  const rest = emoji && text.replace(emoji, '').replace(/ {2,}/g, ' ').trim()
  return rest && QUOTING_EMOJI.test(rest) ? emoji : undefined
}

/** Whether a line says that somebody reacted, and nothing else. */
function saysReacted(line: string): boolean {
  const words = line
    .replace(/[\s.:：。]{1,5}$/u, '')
    .replace(/\s{1,20}/g, ' ')
    .trim()
  const nameIn = (forms: RegExp[]) => forms.map((form) => form.exec(words)?.groups?.name).find(isString)
  const via = nameIn(VIA_CLIENT)
  if (via !== undefined) return via === '' || isName(via)
  const to = nameIn(TO_MESSAGE)
  return to !== undefined && to !== '' && isName(to)
}

const isString = (value: unknown): value is string => typeof value === 'string'

/** An address, or a few words: the first and the last with a capital, if the script has any. */
function isName(name: string): boolean {
  const words = name.split(' ').filter((word) => word !== '')
  if (words.length === 1 && /^[^\s@]{1,64}@[^\s@]{3,100}$/.test(name)) return true
  // "Han" is a pronoun in Norwegian; "Han Meyer" is not.
  const isFull = words.length > 1 && /^\p{Lu}/u.test(words.at(-1)!)
  return (
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    (isFull || !PRONOUN.test(words[0]!)) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{9}/u.test(name) &&
    words.every((word) => /^[\p{L}\p{M}.,'’()-]{1,40}$/u.test(word)) &&
    [words[0]!, words.at(-1)!].every((word) => !/^\p{Ll}/u.test(word))
  )
}
