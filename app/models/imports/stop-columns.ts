/**
 * What the columns of other programs say about who must not be emailed. Browser-safe: the dialog shows it, and the import reads every row
 * by it. In doubt a contact is stopped: an opt-out that is overlooked cannot be taken back.
 */
import { isPlaceholder } from '~/models/shared/placeholders'
import { toPlainKey } from '~/models/shared/plain-key'
import { isDenied, type StopKind, setOf, stopAsWhole, stopIn, wordsOf } from './stop-words'

/**
 * How a column says it: by any value (`Unsubscribed at`), by the words of a status (`Lead Status`), or by the lack of a consent
 * (`Subscribed`).
 */
type Polarity = 'stop' | 'status' | 'consent'
export interface StopColumn {
  polarity: Polarity
  kind: StopKind
  /** Whether its values may be any text: a reason, a campaign, a time. */
  isFree?: boolean
  /** Stop: only a yes is one, because the name is also that of a link or a number. */
  isYesOnly?: boolean
  /** Status: only values that are a stop as a whole count, because the others are any words. */
  isWhole?: boolean
  /** Status: its values are yes and no, and a no is a refusal of emails. */
  isYesOrNo?: boolean
  /** Status: negative numbers are codes of stops. */
  hasCodes?: boolean
}

const CONSENT_NAMES =
  /^(is)?subscribed|subscribedtoemail|(?<!ad|co)opt(ed)?in(?!g)|accepts?(to)?(receive)?(e?mails?|newsletters?|marketing)|consent|einwilligung|zustimmung|^(newsletter)?(abonniert|angemeldet)|^abonnee?s?$|^inscrite?s?$|consentimiento|^suscrit[oa]s?$|^suscriptora?$|consenso|^iscritt[oaie]$|^inscrit[oa]s?$|^assinante|emailable|mailable|contactable|^allow(bulk)?e?mails?$|(werbung|e?mails?|newsletter|kontakt)erlaubt$/
/** Names of consents if the values are yes and no, else of any status. */
const YES_OR_NO_NAMES =
  /^(e?mail|newsletter|marketing)?(subscription|subscriber|abonnement|suscripcion|iscrizione|inscricao|assinatura)$|^e?mailmarketing$|^marketing(e?mails?)?$|newsletter$|^permission/
const STATUS_NAMES =
  /status|statut|^stato|^estado|^etat|lifecycle|stage$|disposition|subscription|abonnement|suscripcion|iscrizione|inscricao|assinatura|marketing|verification|verificat|e?mailvalid(ity|ation)$|engagement|^reason$|emailstate|leadstate/
/** Names of columns whose values are any words, or several. */
const WHOLE_NAMES = /category|^categor|kategorie|^tags?$|^labels?$|^lists?$|segment/
const CODE_NAMES = /^(lead|e?mail|contact|campaign|instantly)?status$/
/** Names about another channel. */
const NOT_EMAIL = /sms|whatsapp|phone|telefon|push|mobile|donotcall|fax/
/** Last words of names that are about a link or a number. */
const NOT_A_STOP = setOf('ip rate score link url token hash')
const FREE =
  /reason|grund|raison|motivo|campaign|kampagne|campagne|campana|campanha|title|time|date|datum|data|fecha|when|source|comment|list|method|version|language/
const FREE_END = setOf('at on by type text id')

/** What a column's name says about stops; null if nothing. */
export function stopColumnOf(header: string): StopColumn | null {
  const words = wordsOf(header)
  const name = words.join('')
  if (NOT_EMAIL.test(name) && !name.includes('email')) return null
  const last = words.at(-1) ?? ''
  const isFree = FREE.test(name) || FREE_END.has(last)
  const isYesOnly =
    NOT_A_STOP.has(last) || name.endsWith('ipaddress') || /unsub[a-z]{0,9}(link|url)$/.test(name)
  const kind = isDenied(header) ? null : stopIn(words)
  // "Bloque" is also a block of houses.
  if (kind && name !== 'bloque') return { polarity: 'stop', kind, isFree: isFree && !isYesOnly, isYesOnly }
  if (isYesOnly || kind) return null
  if (YES_OR_NO_NAMES.test(name)) return { polarity: 'status', kind: 'unsubscribed', isYesOrNo: true }
  if (CONSENT_NAMES.test(name)) return { polarity: 'consent', kind: 'unsubscribed', isFree }
  if (WHOLE_NAMES.test(name)) return WHOLE_VALUE_STATUS
  if (STATUS_NAMES.test(name))
    return { polarity: 'status', kind: 'doNotContact', hasCodes: CODE_NAMES.test(name) }
  return null
}

/** A column that the user calls "Stopped" though its name does not say so. */
export const CHOSEN_STOP: StopColumn = { polarity: 'stop', kind: 'doNotContact' }
/** A column of any words, of which some are a stop. */
export const WHOLE_VALUE_STATUS: StopColumn = { polarity: 'status', kind: 'doNotContact', isWhole: true }

const NO = setOf(
  '0 00 no n false f off never none nein falsch nie nichts non faux jamais nunca falso mai nao nee nej net nie',
)
/** Also a no where a consent is asked for. */
const NO_CONSENT = setOf(
  `notgiven notallowed donotallow nichterlaubt keine kein keiner aucun aucune ninguno nessuno nenhum denied declined refused rejected revoked withdrawn expired lapsed
   inactive inaktiv abgelehnt verweigert widerrufen nichterteilt refuse refusee rechazado denegado rifiutato negato recusado negado`,
)
const GIVEN = setOf(
  `given granted allow erlaubt agreed accepted allowed explicit express implicit implied erteilt zugestimmt donne accepte otorgado aceptado concesso
   accettato concedido aceito`,
)
/** First words of a value that refuses: "Not opted in". */
const REFUSING = setOf('no not nein nicht non nao nie never kein keine pas nunca')
/** Of these, what only says that the person was never asked. */
const NEVER_ASKED = setOf('nonsubscribed neversubscribed')
const YES = setOf(
  '1 yes y true t x on checked ja j wahr richtig oui o vrai si s verdadero vero sim verdadeiro tak da',
)
/** A tick in a cell. */
const MARK = /^[*✓✔☑●•√✅]\uFE0F?$/
/** Values of a column of stops that say that it applies. */
const APPLIES = setOf(
  'active enabled confirmed completed done donotallow aktiv bestatigt actif confirme activo attivo ativo',
)
/** Values of a column of stops that say that it does not. */
const MAILABLE = setOf(
  `allow allowed subscribed stillsubscribed resubscribed optin optedin doubleoptin singleoptin deliverable delivered valid ok good safe abonniert
   angemeldet zustellbar gultig abonne abonnee inscrit inscrite suscrito suscrita iscritto iscritta inscrito inscrita assinante`,
)
const RECEIVED = setOf('sent open opened click clicked replied verified')
/** Usual values of statuses that stop nothing. */
const FINE = setOf(
  `subscribed active enabled aktiv abonniert angemeldet actif abonne inscrit activo suscrito attivo iscritto ativo inscrito assinante optin
   optedin optedinmarketing doubleoptin singleoptin confirmed verified unverified valid deliverable ok good safe new neu nouveau nuevo nuovo
   novo open offen opened unopened notopened inprogress contacted notcontacted attemptedtocontact attempted connected notconnected qualified
   unqualified nurturing nurture working customer kunde client cliente lead leads prospect prospects mql sql subscriber opportunity evangelist
   other interested interessiert interesse interesado interessato interessado replied notreplied clicked sent notsent delivered pending paused
   completed finished done started notstarted nonsubscribed neversubscribed notsubscribed notoptedin transactional catchall acceptall risky
   unknown guessed likely extrapolated unavailable marketingcontact nonmarketingcontact setasmarketing setasnonmarketing opendeal badtiming
   meetingbooked meetingcompleted meetingset meetingrequest approaching unresponsive changedjob responded closedconverted archived hotlead
   outofoffice ooo won lost closed closedwon closedlost recycled reviewed skipped scheduled inactive cold warm hot vip noconsent
   informationrequest wrongperson noanswer noreply
   inbearbeitung bestatigt kontaktiert nichtkontaktiert qualifiziert gewonnen verloren abgeschlossen beantwortet ausstehend encours enattente
   abonnee inscrite contacte confirme gagne perdu termine encurso suscrita contactado confirmado pendiente ganado perdido completado incorso
   inattesa iscritta contattato confermato vinto perso completato emandamento inscrita contatado pendente ganho concluido demo nostatus`,
)
/** Ends of such values, unless a negation stands before them. */
const FINE_END =
  /(?<!no|not|non|nolonger|never|un|in)(sent|open|opened|clicked|replied|answered|delivered|contacted|connected|interested|booked|scheduled|subscribed|active|verified|valid|completed|finished|progress|started|pending|paused|queued|skipped|customer|won|lost)$/
const isFine = (word: string) => FINE.has(word) || FINE_END.test(word)

const isDate = (text: string) => /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/.test(text)
/** What programs write for no date. */
const ZERO_DATE = /^(0000-00-00|00[./]00[./]0000|1970-01-01|0001-01-01|0?1[./]0?1[./](1970|0001))(?!\d)/

/** What a value of a column says: a kind of stop, nothing, or something that is not understood. */
export type StopReading = StopKind | 'unclear' | null
export const isStopKind = (reading: StopReading): reading is StopKind =>
  reading !== null && reading !== 'unclear'

/** A value, prepared for the comparisons. */
interface Value {
  text: string
  word: string
  number: number
  isEmpty: boolean
}

/** Reads one value of a column that tells about stops, as it stands in the file: "None" has a meaning in some columns. */
export function readStopValue(column: StopColumn, cell: string): StopReading {
  const text = cell
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
  if (/^[[\]{}()\s"']*$/.test(text) || ZERO_DATE.test(text)) return null
  const isNumber = /^[+-]?\d{1,15}([.,]\d{1,9})?$/.test(text)
  const value: Value = {
    text,
    word: toPlainKey(text),
    number: isNumber ? Number(text.replace(',', '.')) : Number.NaN,
    isEmpty: isPlaceholder(text),
  }
  if (column.polarity === 'consent') return readConsent(column, value)
  return column.polarity === 'status' ? readStatus(column, value) : readStop(column, value)
}

function readConsent({ kind, isFree }: StopColumn, { text, word, number, isEmpty }: Value): StopReading {
  if (isFree && isEmpty) return null
  if (NO.has(word) || number === 0) return kind
  if (!isFree && (NO_CONSENT.has(word) || word === 'noconsent')) return kind
  if (MARK.test(text)) return null
  if (isEmpty) return null
  const said = stopIn(wordsOf(text))
  if (said) return said
  if (NEVER_ASKED.has(word)) return null
  if (!isFree && REFUSING.has(wordsOf(text)[0] ?? '')) return kind
  return YES.has(word) || GIVEN.has(word) || isFine(word) || number > 0 || isDate(text) || isFree
    ? null
    : 'unclear'
}

function readStatus(column: StopColumn, { text, word, number, isEmpty }: Value): StopReading {
  if (isEmpty || isDenied(text)) return null
  if (column.isWhole) {
    const kinds = text
      .slice(0, MAX_TAGS)
      .split(/[,;|/\n]/)
      .map((tag) => stopAsWhole(tag, true))
    const said = kinds.find((kind) => kind !== null)
    if (said) return said
  } else {
    const said = stopIn(wordsOf(text))
    if (said) return said
  }
  const isNo = NO.has(word) || number === 0
  if (isNo && column.isYesOrNo) return column.kind
  // The codes of Instantly: bounced, unsubscribed, skipped.
  if (number < 0) {
    const code = column.hasCodes ? CODES.get(number) : undefined
    return code ?? 'unclear'
  }
  return isNo || YES.has(word) || isFine(word) || number >= 0 || isDate(text) ? null : 'unclear'
}
const CODES = new Map<number, StopKind>([
  [-1, 'hardBounce'],
  [-2, 'unsubscribed'],
  [-3, 'doNotContact'],
])
/** The length of a cell of tags that is read. */
const MAX_TAGS = 2000

function readStop(column: StopColumn, { text, word, number, isEmpty }: Value): StopReading {
  const { kind, isFree, isYesOnly } = column
  if (isYesOnly) return YES.has(word) && Number.isNaN(number) ? kind : null
  if (MARK.test(text)) return kind
  if (isEmpty || NO.has(word) || number === 0) return null
  if (!isFree && isDenied(text)) return null
  const said = stopIn(wordsOf(text))
  if (said) return kind === 'doNotContact' || said === 'hardBounce' || said === 'complaint' ? said : kind
  // A reason or a campaign may have any name: only an explicit no is none.
  if (isFree) return kind
  if (MAILABLE.has(word) || (kind === 'hardBounce' && RECEIVED.has(word))) return null
  return YES.has(word) || APPLIES.has(word) || number > 0 || isDate(text) ? kind : 'unclear'
}

/**
 * What a column says about stops, by its name or by values that are a stop as a whole.
 * @param values of the first rows
 */
export function stopColumnFor(header: string, values: readonly string[]): StopColumn | null {
  return (
    stopColumnOf(header) ?? (values.some((value) => stopAsWhole(value, false)) ? WHOLE_VALUE_STATUS : null)
  )
}

/**
 * Whether a column is proposed as "Stopped": its name only says a stop, or its values do. Of a consent, values that are not understood
 * are enough.
 * @param values of the first rows
 */
export function isProposedStop(header: string, values: readonly string[]): boolean {
  const column = stopColumnFor(header, values)
  if (!column) return false
  if (column.polarity === 'stop' && !column.isYesOnly) return true
  return values.some((value) => {
    const reading = readStopValue(column, value)
    return isStopKind(reading) || (column.polarity === 'consent' && reading === 'unclear')
  })
}
