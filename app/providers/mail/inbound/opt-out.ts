import type { FindPhrase } from '~/providers/mail/words/phrases'
import { wordsOf } from '~/providers/mail/words/words'
import { REQUESTS } from './opt-out-words'
import { withoutNotices } from './own-words'
import { READERS } from './readers'
import { bareSubject, hasReplyPrefix } from './subject'

/** Whether somebody asks for no more email; "ask" if it is probable, but not certain. */
export type OptOut = boolean | 'ask'

/** In longer replies, only a request on a line of its own counts. */
const MAX_SHORT = 500
const MAX_SENTENCES = 8
/** In a reply this short, a bare word also counts as its last sentence: "Not interested, stop." */
const MAX_CURT = 80
/** The longest line or sentence that can be a request. */
const MAX_REQUEST = 160
/** A bare word counts only near the top; further down it may be the button of an unmarked footer. */
const NEAR_TOP = 3
const WORD =
  /^((please|pls|plz|kindly|bitte|graag|gelieve|merci|por favor|per favore|proszę|lütfen|prosím) )?(stop|un ?subscribe|unsub|unsubcribe|unsuscribe|unsubsribe|unsubscibe|unsubscrib|remove|opt ?out|abmelden|abbestellen|austragen|désabonner|désabonnement|désinscrire|désinscription|desinscribir|desuscribir|baja|darse de baja|cancellami|disiscrivimi|descadastrar|cancelar inscrição|afmelden|uitschrijven|wypisz|wypisz mnie|odhlásit|avregistrera|avsluta prenumeration|afmeld|framelding|avmeld|abonelikten çık|listeden çık|отписаться|стоп|配信停止|配信停止希望|購読解除|退订|退訂|td|取消订阅|取消訂閱|수신거부|구독취소|hủy đăng ký|huỷ đăng ký)( (please|pls|plz|now|at once|immediately|asap|right away|thanks|thank you|bitte|svp|merci|aub|por favor|per favore))?$/iu
/** The subject of a mailto link in List-Unsubscribe, perhaps with our own mark after it. */
const UNSUBSCRIBES = /^(list[- ]?)?unsubscribe\b[\s:_–-]{0,3}[\w.+=-]{0,120}$/i
/** Words that a mail client or a phone adds to an empty message. */
const ADDED =
  /^(sent from my .{2,40}|von meinem .{2,40} gesendet|envoyé de mon .{2,40}|enviado desde mi .{2,40})$/iu
/** Mail clients that unsubscribe for their users say so. */
const SAYS_UNSUBSCRIBE = /unsubscribe|automatically (generated|sent)/i

/** Whether a person's reply asks for no more email, in its subject or text. */
export function readOptOut(subject: string, own: string): OptOut {
  const isChanged = !hasReplyPrefix(subject)
  const said = withoutNotices(own)
  const inText = asksToStop(said) || readText(said)
  if (inText === true) return true
  const bare = bareSubject(subject)
  // With "Re: " before it, the subject may be that of our email.
  const inSubject = bareWords(bare) !== '' && (isRequest(bare) || readSentence(bare))
  if (inSubject === true) return isChanged || said.length <= MAX_CURT ? true : 'ask'
  return inText || inSubject
}

/** The words of a message that ask for no more email, or probably do: the sentence, or the subject. */
export function optOutWords(subject: string, own: string): string {
  const found = sentencesOf(withoutNotices(own)).find((sentence) => readSentence(sentence) !== false)
  return (found ?? (readOptOut(subject, '') ? subject : own)).trim().slice(0, MAX_POLITE_LENGTH)
}

/** Whether a message does nothing but unsubscribe, as those that mail clients send for a List-Unsubscribe header. */
export function isUnsubscribeMail(subject: string, own: string): boolean {
  if (hasReplyPrefix(subject) || !UNSUBSCRIBES.test(subject.trim())) return false
  const said = own.split('\n', 20).filter((line) => line.trim() !== '' && !ADDED.test(line.trim()))
  return said.length === 0 || (own.length <= MAX_SHORT && said.length <= 3 && SAYS_UNSUBSCRIBE.test(own))
}

/** Our own mark after it: the token of the email whose List-Unsubscribe header was used. */
const TOKEN = /^(?:list[- ]?)?unsubscribe[\s:_–-]{1,3}?([\w-]{43})$/i

/** The token in the subject of a message that unsubscribes; null if it has none. */
export const unsubscribeTokenIn = (subject: string): string | null => TOKEN.exec(subject.trim())?.[1] ?? null

const isRequest = (text: string): boolean => {
  const bare = bareWords(text)
  return text.length <= MAX_REQUEST && (REQUESTS.test(bare) || WORD.test(bare) || UNSUBSCRIBES.test(bare))
}

/**
 * Whether the own text asks for no more email: by a line that says nothing else, or by a sentence of a short reply that says nothing
 * else. Words within a sentence prove nothing: "stop by on Monday" and "please don't remove me" are no opt-outs.
 */
export function asksToStop(words: string): boolean {
  const lines = words.split('\n', 60).filter((line) => line.length <= MAX_REQUEST)
  const bare = lines.map(bareWords).filter((line) => line !== '')
  if (bare.some((line, index) => REQUESTS.test(line) || (index < NEAR_TOP && WORD.test(line)))) return true
  if (words.length > MAX_SHORT) return false
  const sentences = words
    .replace(/\n(?!\n)/g, ' ')
    .split(/(?<![.!?;:\n])[.!?;:\n]+(?:\s+|$)/, MAX_SENTENCES + 1)
    .filter((sentence) => sentence.trim() !== '')
  if (sentences.length > MAX_SENTENCES) return false
  const last = sentences.at(-1)?.split(',').at(-1) ?? ''
  if (words.length <= MAX_CURT && WORD.test(bareWords(last))) return true
  return sentences.some((sentence) => sentence.length <= MAX_REQUEST && REQUESTS.test(bareWords(sentence)))
}

/** In longer replies, polite requests are not certain: they may report what others said. */
const MAX_POLITE = 900
const MAX_POLITE_SENTENCES = 14
const MAX_POLITE_LENGTH = 300
const MAX_WORDS = 120

/** Polite and indirect requests: a sentence of a reply counts if it has such a phrase, and nothing that limits it. */
function readText(text: string): OptOut {
  const sentences = sentencesOf(text)
  const read = sentences.map(readSentence)
  const isShort = text.length <= MAX_POLITE && sentences.length <= MAX_POLITE_SENTENCES
  if (isShort && read.includes(true)) return true
  return isShort && read.includes('ask') ? 'ask' : read.includes(true) && 'ask'
}

const sentencesOf = (text: string): string[] =>
  text
    .slice(0, 5_000)
    .replace(/(?<=[^\n]{40})\n(?!\n)/g, ' ')
    .split(/[.!?;]{1,10}(?=\s|$)|[。！？；\n]/u, 60)
    .filter((sentence) => sentence.trim() !== '' && sentence.length <= MAX_POLITE_LENGTH)

function readSentence(sentence: string): OptOut {
  const words = wordsOf(sentence)
  if (words.length === 0 || words.length > MAX_WORDS) return false
  const found = READERS.map((find) => readIn(find, words))
  if (found.includes('not')) return false
  return found.includes(true) || (found.includes('ask') && 'ask')
}

/** "Please do not remove me": so near to the request, a denial takes it back. */
const NEAR = 3

function readIn(find: FindPhrase, words: string[]): OptOut | 'not' {
  const removes = find('remove', words)
  if (removes) {
    const around = words.slice(Math.max(0, removes.start - NEAR), removes.end + 1)
    if (find('not', around) || find('reported', words)) return 'not'
    return true
  }
  const ends = find('noMore', words)
  if (!ends && !find('perhaps', words)) return false
  if (find('reported', words) || find('except', words)) return 'not'
  // "Do not stop emailing me."
  const isDenied = ends && find('not', words.slice(Math.max(0, ends.start - 1), ends.start))
  return ends && !isDenied ? true : 'ask'
}

/** Only letters and digits, in lower case; "e-mail" becomes "mail". */
const bareWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\be[-‐ ]?mail/g, 'mail')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
