/** Times in the future that replies name: marked in the words, so that the rules need not know their forms, and read as days. */

/** The first day of each month's names, in eight languages, without accents. */
const MONTHS: Record<number, string> = {
  1: 'january jan januar janner janvier enero gennaio janeiro januari styczen stycznia styczniu',
  2: 'february feb februar febrero febbraio fevrier fevereiro februari luty lutego lutym',
  3: 'march mar marz maerz mars marzo marco maart marzec marca marcu',
  4: 'april apr avril abril aprile kwiecien kwietnia kwietniu',
  5: 'may mai mayo maggio maio mei maj maja maju',
  6: 'june jun juni juin junio giugno junho czerwiec czerwca czerwcu',
  7: 'july jul juli juillet julio luglio julho lipiec lipca lipcu',
  8: 'august aug aout agosto augustus sierpien sierpnia sierpniu',
  9: 'september sept sep septembre septiembre setiembre settembre setembro wrzesien wrzesnia wrzesniu',
  10: 'october oct oktober okt octobre octubre ottobre outubro pazdziernik pazdziernika pazdzierniku',
  11: 'november nov novembre noviembre novembro listopad listopada listopadzie',
  12: 'december dec dezember dez decembre diciembre dicembre dezembro grudzien grudnia grudniu',
}
const MONTH_OF = new Map(
  Object.entries(MONTHS).flatMap(([month, names]) =>
    names.split(' ').map((name): [string, number] => [name, Number(month)]),
  ),
)
const MONTH = `(${[...MONTH_OF.keys()].join('|')})`
const YEAR = '(?: ,)?(?: (?:of|de|del|di))?(?: (20\\d\\d))?'

const NUMBERS: Record<number, string> = {
  1: 'a|an|one|ein|eine|einem|einer|un|une|una|um|uma|een|jeden|jedna|1',
  2: 'two|a couple of|zwei|deux|dos|due|dois|duas|twee|dwa|dwie|2',
  3: 'three|drei|trois|tres|tre|drie|trzy|3',
  4: 'four|vier|quatre|cuatro|quattro|quatro|cztery|4',
  5: 'five|funf|cinq|cinco|cinque|vijf|piec|5',
  6: 'six|sechs|seis|sei|zes|szesc|6',
  8: 'eight|acht|huit|ocho|otto|oito|osiem|8',
  9: 'nine|neun|neuf|nueve|nove|negen|dziewiec|9',
  10: 'ten|zehn|dix|diez|dieci|dez|tien|dziesiec|10',
  12: 'twelve|zwolf|douze|doce|dodici|doze|twaalf|dwanascie|12',
}
const NUMBER_OF = new Map(
  Object.entries(NUMBERS).flatMap(([n, words]) =>
    words.split('|').map((word): [string, number] => [word, Number(n)]),
  ),
)
const NUMBER = `(${[...NUMBER_OF.keys()].join('|')})`
const IN = '(?:in|dans|d ici|en|dentro de|tra|fra|em|daqui a|over|binnen|za)'
const DAYS = '(days?|tage?n?|jours?|dias?|giorn[oi]|dag(?:en)?|dni)'
const WEEKS = '(weeks?|wochen?|semaines?|semanas?|settiman[ae]|we[e]?k(?:en)?|tydzien|tygodni|tygodnie)'
const MONTHS_LONG = '(months?|monate?n?|mois|mes|meses|mes[ei]|maand(?:en)?|miesiac|miesiace|miesiecy)'
const YEARS = '(years?|jahre?n?|ans?|anos?|ann[oi]|jaar|rok|lata)'

/** A day, as written in words. */
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|e|o)?'

/** What a month may follow, so that "may" and "mars" are months. Early, middle and late parts of a month have a day of their own. */
const EARLY =
  'early|(?:the )?(?:start|beginning) of|anfang|debut|principios de|inicios de|comienzos de|inizio(?: di)?|inicio de|comeco de|begin|poczatku|na poczatku'
const MIDDLE =
  'mid|(?:the )?middle of|mitte|mi|mediados de|meta(?: di)?|meados de|half|medio|polowie|w polowie'
const LATE =
  '(?:the )?end of|late|ende|fin|la fin de|finales de|fines de|fine(?: di)?|fim de|final de|eind|eind van|koncu|pod koniec'
const AFTER = 'after|nach|apres|despues de|dopo|depois de|na|po'
const BEFORE =
  'in|until|till|from|by|around|im|ab|bis|gegen|en|des|jusqu en|a partir de|vers|hasta|desde|a|da|fino a|verso|em|ate|tot|vanaf|rond|w|we|od|do|next|this coming|nachsten|prochain|proximo|prossimo|volgende'
const OPENING = `(?:(?:in|by|around|until|from|towards|zum|im|a|au|en|vers|pour|para|per|verso|no|na|em|w|op|tegen) )?(?:l |la |the |le )?`

/** How to read one form; the result is null for a time that is no single day. */
type Read = (found: RegExpExecArray, at: Date) => string | null
interface Form {
  form: RegExp
  /** `far`: a month or more. `soon`: days or weeks. `day`: a day of the calendar. */
  kind: 'far' | 'soon' | 'day'
  read: Read
}

const between = (inner: string) => new RegExp(`(?<= )${inner}(?= )`, 'g')

const FORMS: Form[] = [
  {
    kind: 'day',
    form: between('(20\\d\\d)-(\\d{2})-(\\d{2})'),
    read: ([, year, month, day], at) => future(Number(year), Number(month), Number(day), at),
  },
  {
    kind: 'day',
    form: between('(\\d{1,2})\\.(\\d{1,2})\\.?(20\\d\\d)?'),
    read: ([, day, month, year], at) => coming(year, Number(month), Number(day), at),
  },
  {
    kind: 'day',
    form: between(`(?:the )?${DAY}(?: of| de| di)? ${MONTH}${YEAR}`),
    read: ([, day, month, year], at) => coming(year, MONTH_OF.get(month!)!, Number(day), at),
  },
  {
    kind: 'day',
    form: between(`${MONTH} (?:the )?${DAY}${YEAR}`),
    read: ([, month, day, year], at) => coming(year, MONTH_OF.get(month!)!, Number(day), at),
  },
  ...[
    [EARLY, 1],
    [MIDDLE, 15],
    [LATE, 25],
  ].map(
    ([words, day]): Form => ({
      kind: 'far',
      form: between(`${OPENING}(?:${words}) ${MONTH}${YEAR}`),
      read: ([, month, year], at) => inMonth(year, MONTH_OF.get(month!)!, Number(day), at),
    }),
  ),
  {
    kind: 'far',
    form: between(`(?:${AFTER}) ${MONTH}${YEAR}`),
    read: ([, month, year], at) => {
      const next = (MONTH_OF.get(month!)! % 12) + 1
      return next === 1 && year ? future(Number(year) + 1, 1, 1, at) : coming(year, next, 1, at)
    },
  },
  {
    kind: 'far',
    form: between(`(?:${BEFORE}) ${MONTH}${YEAR}`),
    read: ([, month, year], at) => inMonth(year, MONTH_OF.get(month!)!, 1, at),
  },
  {
    kind: 'far',
    form: between(
      '(?:(?:in|until|im|ab|en|au|a|al|nel|no|em|w|for|from|during) )?(?:the |le |el |il |o )?(?:q([1-4])|([1-4])(?:st|nd|rd|th|er|e|o)?(?= (?:quarter|quartal|trimestre|kwartaal|kwartale) )|(first|ersten|premier|primer|primo|primeiro|eerste|pierwszym)|(second|zweiten|deuxieme|segundo|secondo|tweede|drugim)|(third|dritten|troisieme|tercer|terzo|terceiro|derde|trzecim)|(fourth|vierten|quatrieme|cuarto|quarto|vierde|czwartym))(?: (?:quarter|quartal|trimestre|kwartaal|kwartale))?(?: (?:of|de|del|di))?(?: (20\\d\\d))?',
    ),
    read: ([whole, q, number, first, second, third, fourth, year], at) => {
      const digit = q ?? number
      // An ordinal alone is no quarter.
      if (!digit && !/quarter|quartal|trimestre|kwartaal|kwartale/.test(whole)) return NOT_A_TIME
      const quarter = digit ? Number(digit) : [first, second, third, fourth].findIndex(Boolean) + 1
      return coming(year, quarter * 3 - 2, 1, at)
    },
  },
  {
    kind: 'far',
    form: between(
      '(?:next quarter|nachste[ns] quartal|(?:le |au )?prochain trimestre|(?:el )?proximo trimestre|(?:il )?prossimo trimestre|volgend kwartaal|(?:w )?(?:przyszlym|nastepnym) kwartale)',
    ),
    read: (_, at) => isoOf(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3 + 3, 1),
  },
  {
    kind: 'far',
    form: between(
      '(?:(?:the )?(?:new|next) year|(?:im )?nachste[sn] jahr|(?:im )?neuen jahr|kommende[sn] jahr|(?:l )?(?:an|annee) prochaine?|(?:el )?proximo ano|(?:el )?ano que viene|(?:no )?proximo ano|(?:no )?ano que vem|(?:l )?anno prossimo|(?:il )?prossimo anno|(?:nell )?anno nuovo|volgend jaar|(?:het )?nieuwe jaar|(?:w )?(?:przyszlym|nowym) roku)',
    ),
    read: (_, at) => isoOf(at.getUTCFullYear() + 1, 0, 1),
  },
  {
    kind: 'far',
    form: between(
      '(?:next month|(?:im )?nachsten monat|kommenden monat|(?:le )?mois prochain|(?:el )?proximo mes|(?:el )?mes que viene|(?:no )?mes que vem|(?:il )?prossimo mese|(?:il )?mese prossimo|volgende maand|(?:w )?(?:przyszlym|nastepnym) miesiacu)',
    ),
    read: (_, at) => isoOf(at.getUTCFullYear(), at.getUTCMonth() + 1, 1),
  },
  {
    kind: 'soon',
    form: between(
      '(?:next week|(?:in der )?nachste[rn]? woche|kommende woche|(?:la )?semaine prochaine|(?:la )?proxima semana|(?:la )?semana que viene|(?:na )?semana que vem|(?:la )?prossima settimana|(?:la )?settimana prossima|volgende week|(?:w )?(?:przyszlym|nastepnym) tygodniu)',
    ),
    // The Monday after.
    read: (_, at) => plusDays(at, 7 - ((at.getUTCDay() + 6) % 7)),
  },
  {
    kind: 'far',
    form: between(`${IN} ${NUMBER} ${MONTHS_LONG}`),
    read: ([, number], at) => monthsAfter(at, NUMBER_OF.get(number!)!),
  },
  { kind: 'soon', form: between('za tydzien'), read: (_, at) => plusDays(at, 7) },
  { kind: 'far', form: between('za miesiac'), read: (_, at) => monthsAfter(at, 1) },
  {
    kind: 'far',
    form: between(`${IN} ${NUMBER} ${YEARS}`),
    read: ([, number], at) =>
      NUMBER_OF.get(number!)! > 1 ? null : isoOf(at.getUTCFullYear() + 1, at.getUTCMonth(), at.getUTCDate()),
  },
  {
    kind: 'soon',
    form: between(`${IN} ${NUMBER} ${WEEKS}`),
    read: ([, number], at) => plusDays(at, 7 * NUMBER_OF.get(number!)!),
  },
  {
    kind: 'soon',
    form: between(`${IN} ${NUMBER} ${DAYS}`),
    read: ([, number], at) => plusDays(at, NUMBER_OF.get(number!)!),
  },
  {
    kind: 'far',
    form: between(
      `(?:${IN} (?:a few|some|several|einigen|ein paar|wenigen|quelques|unos|unas|algunos|algunas|qualche|alcuni|alguns|algumas|een paar|enkele|kilka) (?:weeks|months|wochen|monaten|semaines|mois|semanas|meses|settimane|settimana|mesi|mese|weken|maanden|tygodni|miesiecy))`,
    ),
    read: () => null,
  },
  {
    kind: 'far',
    form: between(
      '(?:(?:until |till )?after (?:the |my |our )?(?:holidays?|summer(?: holidays?| break)?|christmas|easter|vacations?|break|season|launch|winter|spring|autumn|fall)|after the new year|nach (?:den |dem |der )?(?:feiertagen|ferien|urlaub|sommer|sommerferien|sommerpause|weihnachten|ostern|jahreswechsel)|apres (?:les |l |la )?(?:vacances|fetes|ete|rentree|noel)|despues de (?:las |los |el |la )?(?:vacaciones|fiestas|verano|navidad|navidades)|dopo (?:le |l |la |il )?(?:vacanze|feste|ferie|estate|natale)|depois (?:das |do |da |dos |de )(?:ferias|festas|verao|natal)|na (?:de |het )?(?:vakantie|feestdagen|zomer|zomervakantie|kerst)|po (?:swietach|wakacjach|urlopie|nowym roku))',
    ),
    read: () => null,
  },
  {
    kind: 'far',
    form: between(
      '(?:later (?:this|in the) year|in (?:the )?(?:spring|summer|autumn|fall)|im (?:fruhjahr|fruhling|sommer|herbst)|au printemps|en automne|a la rentree|en (?:primavera|otono|verano)|in (?:primavera|autunno)|na primavera|no outono|in het (?:voorjaar|najaar)|(?:na wiosne|jesienia|wiosna))',
    ),
    read: () => null,
  },
]

const NOT_A_TIME = 'not a time'

export interface Marked {
  /** With ` farx `, ` soonx ` or ` dayx ` in place of each time. */
  words: string
  /** The days named, `YYYY-MM-DD`, not before `at`. */
  days: string[]
}

/** Finds the times in a sentence's words. */
export function markTimes(words: string, at: Date): Marked {
  const days: string[] = []
  let marked = words
  for (const { form, kind, read } of FORMS) {
    const found = [...marked.matchAll(form)]
    for (const one of found.reverse()) {
      const day = read(one as unknown as RegExpExecArray, at)
      if (day === NOT_A_TIME) continue
      if (day) days.push(day)
      marked = `${marked.slice(0, one.index)}${kind}x${marked.slice(one.index + one[0].length)}`
    }
  }
  return { words: marked, days }
}

/** A day of a month; null if that is the present month and the day has passed: "in March", written in March, is no date. */
function inMonth(year: string | undefined, month: number, day: number, at: Date): string | null {
  const isPresent = !year && month === at.getUTCMonth() + 1
  return isPresent ? future(at.getUTCFullYear(), month, day, at) : coming(year, month, day, at)
}

/** The next such day, or that of the named year; null if it does not exist or has passed. */
function coming(year: string | undefined, month: number, day: number, at: Date): string | null {
  if (year) return future(Number(year), month, day, at)
  const thisYear = at.getUTCFullYear()
  return future(thisYear, month, day, at) ?? future(thisYear + 1, month, day, at)
}

function future(year: number, month: number, day: number, at: Date): string | null {
  const iso = isoOf(year, month - 1, day)
  const [, isMonth, isDay] = iso.split('-').map(Number)
  const today = at.toISOString().slice(0, 10)
  const latest = isoOf(at.getUTCFullYear() + 2, at.getUTCMonth(), at.getUTCDate())
  return isMonth === month && isDay === day && iso > today && iso <= latest ? iso : null
}

const plusDays = (at: Date, days: number) =>
  isoOf(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days)

/** The same day of a later month, or its last day. */
function monthsAfter(at: Date, months: number): string {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoOf(year, month, Math.min(at.getUTCDate(), last))
}

/** @param month from 0; months and days beyond their end count on */
const isoOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
