/** Months in many languages, by their first letters if endings vary. */
const MONTHS = [
  /^(jan|ene|gen|sty|янв|led|oca)/u,
  /^(feb|fév|fev|lut|фев|úno|şub)/u,
  /^(mar|mär|maa|мар|bře)/u,
  /^(apr|avr|abr|kwi|апр|dub|nis)/u,
  /^(may|mai|maj|mei|mag|май|мая|kvě)/u,
  /^(jun|juin|giu|cze|июн|haz|červ(?!en[ec]))/u,
  /^(jul|juil|lug|lip|июл|tem|červen[ec])/u,
  /^(aug|août|ago|sie|авг|srp|ağu)/u,
  /^(sep|set|wrz|сен|zář|eyl)/u,
  /^(oct|okt|ott|out|paź|окт|říj|eki)/u,
  /^(nov|lis|ноя|kas)/u,
  /^(dec|dez|déc|dic|des|gru|дек|pro|ara)/u,
]
const monthOf = (word: string) => MONTHS.findIndex((form) => form.test(word.toLowerCase())) + 1

/** What precedes the day of the return. */
const BACK =
  /(?<!\p{L})(return(ing)?|back|zurück|wieder|retour|terug|tilbage|tilbake|tillbaka|vuelvo|regres\p{L}{1,3}|reincorpor\p{L}{1,3}|rientr\p{L}{1,3}|retorno|volto|voltarei|zpět|wracam|wrócę|vrátím se|вернусь|à partir du|trở lại|quay lại)(?!\p{L})/giu
/** What precedes the last day of an absence. */
const UNTIL =
  /(?<!\p{L})(until|till|through|to (?=\d)|bis|jusqu['’]au|au (?=\d)|hasta|al (?=\d)|fino al?|até|a (?=\d)|tot|do (?=\d)|до|по|t\.?o\.?m|till?|đến|tới|hết|t\/m)(?!\p{L})|至|到|(?<=[\d.\p{L}])(?: ?[–—] ?| - )(?=\d)/giu
const DAY = '(?<!\\d)(\\d{1,2})(?!\\d)(?:st|nd|rd|th|er|º|\\.)?'
const WORD = '(\\p{L}{3,12}\\.?)'
type Found = [year: string | undefined, month: number, day: string]
const FORMS: { form: RegExp; read(m: RegExpExecArray): Found }[] = [
  { form: /(\d{4})-(\d{2})-(\d{2})/u, read: (m) => [m[1], Number(m[2]), m[3]!] },
  {
    form: new RegExp(`${DAY} (?:of |de )?${WORD}(?:,? (?:de )?(\\d{4}))?`, 'u'),
    read: (m) => [m[3], monthOf(m[2]!), m[1]!],
  },
  { form: new RegExp(`${WORD} ${DAY}(?:,? (\\d{4}))?`, 'u'), read: (m) => [m[3], monthOf(m[1]!), m[2]!] },
  { form: /(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})?/u, read: (m) => [m[3], Number(m[2]), m[1]!] },
  // Of 30/11/2026 and 11/30/2026 only one reading is a date.
  { form: /(?<!\d)(1[3-9]|2\d|3[01])\/(\d{1,2})\/(\d{4})/u, read: (m) => [m[3], Number(m[2]), m[1]!] },
  { form: /(?<!\d)(\d{1,2})\/(1[3-9]|2\d|3[01])\/(\d{4})/u, read: (m) => [m[3], Number(m[1]), m[2]!] },
  {
    form: /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?: năm (\d{4}))?/u,
    read: (m) => [m[3], Number(m[2]), m[1]!],
  },
  {
    form: /(?:(\d{4})[年년] ?)?(?<!\d)(\d{1,2})[月월] ?(\d{1,2})[日일号]/u,
    read: (m) => [m[1], Number(m[2]), m[3]!],
  },
]
/** In English, nobody knows which day 4/12 is. */
const DAY_FIRST: typeof FORMS = [
  { form: /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/u, read: (m) => [m[3], Number(m[2]), m[1]!] },
  { form: /(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/u, read: (m) => [undefined, Number(m[2]), m[1]!] },
]
const ENGLISH = /\b(the|until|till|through|back|return(ing)?|and|will|office|away|from)\b/i
const MAX_MENTIONS = 100
/** What follows the day of the return. */
const BACK_AFTER =
  /[^!?。]{0,30}(?=\)?\s?(返回|回来|回來|回到|复工|上班|から出社|より出社|より通常|から通常|에 복귀|부터 (복귀|근무)|(?<!\p{L})(wieder|zurück|weer|terug|tillbaka|åter|tilbage|tilbake|de retour|di nuovo|de volta|novamente|zpět|z powrotem|ponownie)(?!\p{L})))/giu
/** What follows the last day of an absence. */
const UNTIL_AFTER = /[^!?。]{0,30}(?=\)?\s?(まで|까지|前(?!\p{L}{0,2}[联聯])|(?<!\p{L})kadar(?!\p{L})))/giu

/**
 * The day on which an absent recipient returns, `YYYY-MM-DD`; undefined if no unambiguous date is named (3/4/2026 is ambiguous). A
 * date without a year is the next one after `sent`.
 */
export function readReturnDay(text: string, sent: Date): string | undefined {
  // A Date header may name any year.
  if (!(sent.getTime() > 0 && sent.getUTCFullYear() < 9_000)) return undefined
  const words = text.slice(0, 5_000).replace(/\s+/g, ' ')
  const forms = ENGLISH.test(words) ? FORMS : [...FORMS, ...DAY_FIRST]
  const behind = (form: RegExp) =>
    [...words.matchAll(form)].map(({ index }) => words.slice(index, index + 80))
  const before = (form: RegExp) => [...words.matchAll(form)].map(([found]) => found)
  // Who says both is back on a day of their own: "until the 6th, back on the 9th".
  const mentions = [...behind(BACK), ...before(BACK_AFTER), ...behind(UNTIL), ...before(UNTIL_AFTER)]
  for (const near of mentions.slice(0, MAX_MENTIONS)) {
    for (const { form, read } of forms) {
      const found = form.exec(near)
      const day = found && dayOf(read(found), sent)
      if (day) return day
    }
  }
  return undefined
}

function dayOf([year, month, day]: Found, sent: Date): string | undefined {
  const write = (y: number) => `${y}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const isDay = (iso: string) => {
    const date = new Date(`${iso}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
  }
  const sentDay = sent.toISOString().slice(0, 10)
  const thisYear = sent.getUTCFullYear()
  const iso = year ? write(Number(year)) : write(thisYear) >= sentDay ? write(thisYear) : write(thisYear + 1)
  // An absence does not last a year, and a return cannot be in the past.
  const latest = `${thisYear + 1}${sentDay.slice(4)}`
  return isDay(iso) && iso >= sentDay && iso <= latest ? iso : undefined
}
