import { headerOf, type MimePart } from './mime-parts'

const SENDERS =
  /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|auto-?(reply|responder)|daemon)([+.-].*)?$/i
const HEADERS = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoreply-from',
  'x-ms-exchange-generated-message-source',
]
const SUBJECTS = [
  'automatic reply',
  'auto reply',
  'auto-reply',
  'autoreply',
  'auto response',
  'out of office',
  'out of the office',
  'abwesenheit',
  'abwesend',
  'automatische antwort',
  'réponse automatique',
  'absence du bureau',
  'respuesta automática',
  'fuera de la oficina',
  'risposta automatica',
  'resposta automática',
  'automatisch antwoord',
  'automatiskt svar',
  'automatisk svar',
  'odpowiedź automatyczna',
  'автоответ',
  '自動返信',
  '自动回复',
  '자동 회신',
  'trả lời tự động',
]

/** Whether no person wrote this in answer (RFC 3834 and what is done in its place): it must not count as a reply. */
export function isAutomatic(message: MimePart, from: string, subject: string): boolean {
  const submitted = headerOf(message, 'auto-submitted').toLowerCase()
  if (submitted !== '' && !/^no\b/.test(submitted)) return true
  if (HEADERS.some((name) => message.headers.has(name))) return true
  if (/^(auto_reply|bulk|junk|list)\b/i.test(headerOf(message, 'precedence'))) return true
  if (headerOf(message, 'return-path').replace(/\s/g, '') === '<>') return true
  if (message.headers.has('list-id') || message.headers.has('list-unsubscribe')) return true
  if (SENDERS.test(from.split('@')[0]!)) return true
  const start = subject.trim().toLowerCase()
  return SUBJECTS.some((words) => start.startsWith(words))
}

const MONTHS = [
  ['january', 'jan', 'januar', 'janvier', 'enero', 'gennaio', 'janeiro'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'fevereiro'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'março'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'maio'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'août', 'agosto'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'dezember', 'décembre', 'diciembre', 'dicembre', 'dezembro'],
]
const monthOf = (word: string) =>
  MONTHS.findIndex((names) => names.includes(word.toLowerCase().replace(/\.$/, ''))) + 1

const RETURN =
  /\b(until|till|through|return(?:ing)?|back|bis(?: zum)?|zurück|wieder|retour|jusqu'au|hasta|fino al?|até)\b/gi
const DAY = '(?<!\\d)(\\d{1,2})(?!\\d)(?:st|nd|rd|th|er|\\.)?'
const WORD = '(\\p{L}{3,10}\\.?)'
const FORMS: { form: RegExp; read(m: RegExpExecArray): [string | undefined, number, string] }[] = [
  { form: /(\d{4})-(\d{2})-(\d{2})/u, read: (m) => [m[1], Number(m[2]), m[3]!] },
  {
    form: new RegExp(`${DAY} (?:of |de )?${WORD}(?:,? (?:de )?(\\d{4}))?`, 'u'),
    read: (m) => [m[3], monthOf(m[2]!), m[1]!],
  },
  { form: new RegExp(`${WORD} ${DAY}(?:,? (\\d{4}))?`, 'u'), read: (m) => [m[3], monthOf(m[1]!), m[2]!] },
  { form: /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})?/u, read: (m) => [m[3], Number(m[2]), m[1]!] },
]

/**
 * The day on which an absent person says to be back, `YYYY-MM-DD`; undefined when none is named unmistakably (dates
 * such as 3/4/2026 are not). A date without a year is the next one after `sent`.
 */
export function readReturnDay(text: string, sent: Date): string | undefined {
  const words = text.slice(0, 5_000).replace(/\s+/g, ' ')
  for (const { index } of words.matchAll(RETURN)) {
    const near = words.slice(index, index + 80)
    for (const { form, read } of FORMS) {
      const found = form.exec(near)
      const day = found && dayOf(read(found), sent)
      if (day) return day
    }
  }
  return undefined
}

function dayOf([year, month, day]: [string | undefined, number, string], sent: Date): string | undefined {
  const write = (y: number) => `${y}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const isDay = (iso: string) => {
    const date = new Date(`${iso}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
  }
  const sentDay = sent.toISOString().slice(0, 10)
  const thisYear = sent.getUTCFullYear()
  const iso = year ? write(Number(year)) : write(thisYear) >= sentDay ? write(thisYear) : write(thisYear + 1)
  // A year or more ahead is no absence, the past no return.
  const latest = `${thisYear + 1}${sentDay.slice(4)}`
  return isDay(iso) && iso >= sentDay && iso <= latest ? iso : undefined
}
