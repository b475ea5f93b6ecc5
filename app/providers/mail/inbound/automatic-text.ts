import { ABSENT, AROUND, AUTOMATIC, BACKED, PROMISED } from './automatic-sentences'

/** Automatic texts are short: a longer one was written by a person or is unknown to us. */
const MAX_TEXT = 2_500
const MAX_SENTENCES = 16
const MAX_SENTENCE = 320

/**
 * Whether a text as a whole is a known automatic one: every sentence is known, and together they say that the response is automatic,
 * or that the recipient is absent and what happens meanwhile. A single unknown sentence makes it a person's text. `quotes`: people quote
 * what they reply to, so a text with quotes has to call itself automatic.
 */
export function isAutomaticText(own: string, quotes: boolean, fromName = ''): boolean {
  if (own.length > MAX_TEXT) return false
  const sentences = sentencesOf(withoutSignature(own.split('\n'), fromName))
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES) return false
  const found = { automatic: false, absent: false, backed: false }
  for (const sentence of sentences) {
    if (sentence.length > MAX_SENTENCE) return false
    if (AUTOMATIC.test(sentence)) found.automatic = true
    else if (BACKED.test(sentence)) found.absent = found.backed = true
    else if (ABSENT.test(sentence)) found.absent = true
    else if (AROUND.test(sentence)) found.backed = true
    else if (!COURTESY.test(sentence) && !PROMISED.test(sentence)) return false
  }
  return found.automatic || (!quotes && found.absent && found.backed)
}

const GREETING =
  '(?:hi|hello|hey|dear|good (?:day|morning|afternoon)|hallo|guten (?:tag|morgen)|sehr geehrte(?: damen und herren|r? \\S{2,20})?|liebe[rs]?|moin|bonjour|madame|cher|chère|hola|buenos días|buenas tardes|estimad[oa]s?|ciao|buongiorno|salve|gentile|olá|bom dia|boa tarde|prezad[oa]s?|car[oa]s?|beste|geachte|goedendag|dag|dzień dobry|witam|cześć|szanowni państwo|здравствуйте|добрый день|hej|hei|god dag|chào|xin chào|お世話になっております|いつもお世話になっております|您好|你好|안녕하세요|안녕하십니까)'
const GREETING_BEFORE = new RegExp(`^${GREETING}(?=[\\s,!:.，、。-]|$)`, 'iu')
/** The addressee of a greeting, case-sensitive: "Hi yes please" is no greeting. */
const GREETED =
  /^(?: (?:(?!(?:Yes|Ja|Oui|Sí|Si|Sim|Tak|Да|No|Nein|Non|Nee|Não|Nie|Нет)(?:[\s,!:.-]|$))[\p{Lu}\p{Lo}][^\s,!]{0,29}|there|all|team|everyone|everybody|sir|madam|sender|or|and|und|et|y|e|i|de|van|von|zusammen|tous|à|a|todos|tutti|allemaal|kollegen|colleagues?|friends?|customer|kunde)){0,4}\s?(?:[,!:，、。-]\s*|\.?$)/u
const COURTESY =
  /^(?:(?:many )?(?:thanks|thank you)(?: very much)?(?: for (?:your (?:understanding|patience)|understanding))?|(?:vielen |herzlichen )?dank(?: für ihr verständnis)?|merci(?: de votre compréhension)?|gracias|grazie|obrigad[oa]|bedankt|dziękuję|спасибо|tack|cảm ơn|感谢|谢谢|감사합니다|よろしくお願い(?:いた)?します|@)$/u
const CLOSING =
  /^(?:(?:with )?(?:kind|best|warm|many)(?:est)? (?:regards|wishes)|regards|best|sincerely(?: yours)?|yours (?:sincerely|faithfully)|cheers|(?:mit )?(?:freundlichen|besten|herzlichen|viele|liebe|beste|schöne) grü(?:ß|ss)en?|mfg|vg|lg|cordialement|bien à vous|bien cordialement|(?:saludos|un saludo)(?: cordiales)?|atentamente|cordiali saluti|distinti saluti|saluti|atenciosamente|cumprimentos|com os melhores cumprimentos|(?:met )?vriendelijke groet(?:en)?|groeten|mvg|(?:z poważaniem|pozdrawiam|serdecznie pozdrawiam)|с уважением|(?:med )?vänliga hälsningar|mvh|hälsningar|trân trọng|敬具|此致|敬上|드림)[\s,.!]{0,3}$/u
const NAME = /^\p{Lu}[\p{L}.'’-]{0,25}(?: \p{Lu}[\p{L}.'’-]{0,25}){0,2}$/u

/** Removes what follows a closing, or the name in the last line. Lines that read as sentences stay. */
function withoutSignature(lines: string[], fromName: string): string[] {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '')
  const closing = said.findIndex((line) => CLOSING.test(line.toLowerCase()))
  if (closing >= 0) {
    const below = said.slice(closing + 1)
    const signed = below.every(isOfSignature)
    return below.length <= 8 && signed ? said.slice(0, closing) : said
  }
  const last = said.at(-1) ?? ''
  // A single word may be a reply ("Interested"), unless it is the sender's name.
  const named = NAME.test(last) && (last.includes(' ') || fromName.split(/[\s,]+/).includes(last))
  return named ? said.slice(0, -1) : said
}

/** A name, role, company, address or phone number. Lines that start with a lower-case letter and contain no address are sentences. */
function isOfSignature(line: string): boolean {
  if (line.length > 60 || /[?!]|[.,:;]$|^p\.? ?s\b/iu.test(line)) return false
  return !/^\p{Ll}\S* \S+ \S/u.test(line) || /\d|@|\w\.\w/.test(line)
}

/** Sentences in the form that the patterns expect: `#` for days and numbers, `@` for any address, lower case. */
function sentencesOf(lines: string[]): string[] {
  const blocks: string[] = []
  let wrapped = false
  for (const line of lines) {
    if (wrapped) blocks.push(`${blocks.pop()} ${line}`)
    else blocks.push(line)
    wrapped = line.length >= 45 && !/[.!?:#。！？]$/.test(line)
  }
  return blocks
    .flatMap((block) => plain(block).split(/(?<=[.!?。！？])(?:\s+|(?<=[。！？]))/u))
    .map((sentence) => withoutGreeting(sentence).toLowerCase())
    .map((sentence) => sentence.replace(/^[\s*=_~-]+|(?<![\s*=_~:.!。！-])[\s*=_~:.!。！-]+$/gu, ''))
    .filter((sentence) => sentence !== '' && sentence !== '#')
}

const MONTHS =
  'jan(?:uary|uar|uari)?|feb(?:ruary|ruar|ruari)?|march|apr(?:il)?|may|june?|july?|aug(?:ust|ustus)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|jänner|märz|mai|juni|juli|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|maart|mei|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|augusti|januari|februari'
const WEEKDAYS =
  'monday|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|poniedziałku|wtorku|środy|czwartku|piątku|понедельника|вторника|среды|четверга|пятницы'
const NUMBERS = 'two|three|five|zwei|drei|deux|trois|twee|drie'
const DAY_WORD = new RegExp(
  `(?<![\\p{L}\\d])(?:${MONTHS}|${WEEKDAYS}|${NUMBERS})(?![\\p{L}\\d])(?:\\.(?= \\d))?`,
  'giu',
)

const DAY_OF_MONTH = new RegExp(`\\d{1,2}\\. (?=(?:${MONTHS})(?!\\p{L}))`, 'giu')

function plain(text: string): string {
  return text
    .replace(/[‘’´`]/g, "'")
    .replace(
      /(?:<|\(|\[)?(?:https?:\/\/[^\s<>)]{1,300}|[^\s<>()@,:]{1,64}@[\p{L}\d.-]{1,120}[\p{L}\d])(?:>|\)|\])?/gu,
      '@',
    )
    .replace(/\+?\d[\d ()/-]{6,20}\d/g, (found) => (/\d{4}-\d{2}-\d{2}/.test(found) ? '#' : '@'))
    .replace(/\d{1,4}[年년] ?|\d{1,2}[月월日일号]/gu, '#')
    .replace(/\d{1,2}\.(?:\d{1,2}\.)?(?:\d{4})?(?=[ ,)]+[\p{Ll}\d(]|$)/gu, '# ')
    .replace(DAY_OF_MONTH, '# ')
    .replace(/\d{1,4}(?:[.:/-]\d{1,4}){0,2}(?:st|nd|rd|th|er|º|ª|am|pm)?(?![\p{L}\d])/giu, '#')
    .replace(DAY_WORD, '#')
    .replace(/#(?:[\s,/–-]{0,3}(?:(?:of|de|del|den|the|at) )?#){1,6}/giu, '#')
    .replace(/\be[- ]mail/giu, 'email')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes a leading "Hello Ann,", which may be the whole sentence. */
function withoutGreeting(sentence: string): string {
  const greeting = GREETING_BEFORE.exec(sentence)?.[0]
  if (greeting === undefined) return sentence
  const rest = sentence.slice(greeting.length)
  const greeted = GREETED.exec(rest)?.[0]
  return greeted === undefined ? sentence : rest.slice(greeted.length)
}
