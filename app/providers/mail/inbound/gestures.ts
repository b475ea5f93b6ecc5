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
/** One emoji with what belongs to it, e.g. the tone of a skin. */
const ONE_EMOJI =
  /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}){0,2}(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}){0,2}){0,5})/u
/** What Gmail adds to its own name. */
const GMAIL_LINK = /<?https:\/\/(?:www|mail)\.google\.com\/[^\s<>]{0,400}>?$/
/** Whole lines after the name: "Kim reacted via Gmail". In the third person, which nobody uses for themselves. */
const REACTED = [
  /^reacted (?:with )?(?:via (?:gmail|outlook)|to your (?:message|email))$/,
  /^hat (?:(?:über|via|mit|in) (?:gmail|outlook)|auf (?:ihre|deine) (?:nachricht|e-mail|mail)) reagiert$/,
  /^a réagi (?:(?:via|avec|depuis|dans) (?:gmail|outlook)|à (?:votre|ton) (?:message|e-mail))$/,
  /^(?:reaccionó|ha reaccionado) (?:(?:a través de|mediante|desde|con|vía|por|en) (?:gmail|outlook)|a (?:tu|su) (?:mensaje|correo))$/,
  /^reagiu (?:(?:via|pelo|no|com o|usando o|através do) (?:gmail|outlook)|à (?:sua|tua) mensagem)$/,
  /^ha reagito (?:(?:via|tramite|con|da|su) (?:gmail|outlook)|al tuo messaggio)$/,
  /^heeft (?:(?:via|met|in) (?:gmail|outlook)|op (?:je|uw) (?:bericht|e-mail)) gereageerd$/,
  /^heeft gereageerd (?:(?:via|met|in) (?:gmail|outlook)|op (?:je|uw) (?:bericht|e-mail))$/,
  /^(?:reagerade|har reagerat|reagerede|har reageret|reagerte|har reagert) (?:via|med|i) (?:gmail|outlook)$/,
  /^zareagował(?:a|\(a\))? (?:przez gmaila?|za pomocą gmaila|w gmailu)$/,
  /^(?:za)?reagoval(?:a|\(a\))? (?:přes gmail|prostřednictvím (?:služby )?gmailu?|v gmailu)$/,
  /^gmail(?:'dan|'den)? (?:üzerinden|ile|aracılığıyla) tepki (?:verdi|gösterdi)$/,
  /^(?:\S{0,30}さん(?:が|は)? ?)?gmail ?(?:で|から|を使って|を使用して|経由で) ?リアクション(?:を送信)?しました$/,
  /^(?:\S{0,30}님이 ?)?gmail(?:을 통해|에서|로) (?:반응했습니다|반응을 (?:보냈습니다|남겼습니다))$/,
  /^(?:通过|透过|使用) ?gmail ?(?:做出|作出|发送|添加)?了?(?:回应|反应|表情回应)$/,
  /^(?:透過|經由|使用) ?gmail ?(?:做出|作出|傳送|新增)?了?(?:回應|反應|表情回應)$/,
  /^đã (?:bày tỏ|thả|thể hiện) cảm xúc (?:qua|bằng|trên) gmail$/,
]
/** Those who write of themselves. */
const ONESELF =
  /^(?:i|we|you|ich|wir|je|nous|yo|eu|io|ik|wij|jag|jeg|ja|my|já|ben|biz|私|我|我们|我們|저|tôi)$/iu
const MAX_NAME_WORDS = 6
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
    .map((line) => line.replace(GMAIL_LINK, '').trim())
    .filter((line) => line !== '')
  const said = lines.pop() ?? ''
  if (lines.length > 1 || !lines.every((line) => EMOJI.test(line))) return undefined
  const emoji = lines[0] ?? ONE_EMOJI.exec(said)?.[0]
  return emoji && saysReacted(lines.length > 0 ? said : said.replace(ONE_EMOJI, ' ')) ? emoji : undefined
}

/** Whether a line says that somebody reacted, and nothing else. */
function saysReacted(line: string): boolean {
  const words = line
    .replace(/[\s.:：。]{1,5}$/u, '')
    .split(/\s/)
    .filter((word) => word !== '')
  return words.some(
    (_, at) => at <= MAX_NAME_WORDS && isName(words.slice(0, at)) && isReaction(words.slice(at).join(' ')),
  )
}

const isReaction = (words: string): boolean => REACTED.some((form) => form.test(words.toLowerCase()))

/** Empty, or words of a name: the first and the last with a capital, if the script has any. */
const isName = (words: string[]): boolean =>
  !ONESELF.test(words[0] ?? '') &&
  words.every((word) => /^[\p{L}\p{M}.,'’()-]{1,40}$/u.test(word)) &&
  [words[0], words.at(-1)].every((word) => word === undefined || !/^\p{Ll}/u.test(word))
