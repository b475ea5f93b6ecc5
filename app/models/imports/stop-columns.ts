/**
 * What the columns of other programs say about who must not be emailed. Browser-safe: the dialog shows it, and the import reads every row
 * by it. In doubt a contact is stopped: an opt-out that is overlooked cannot be taken back.
 */
import { isPlaceholder } from '~/models/shared/placeholders'
import { plain } from './plain'

/** Why a contact must not be emailed: the kinds of `stopEmails`. */
export type StopKind = 'unsubscribed' | 'hardBounce' | 'complaint' | 'doNotContact'

/**
 * How a column says it: by any value (`Unsubscribed at`), by the words of a status (`Lead Status`), or by the lack of a consent
 * (`Subscribed`).
 */
type Polarity = 'stop' | 'status' | 'consent'
export interface StopColumn {
  polarity: Polarity
  kind: StopKind
  /** Whether its values may be any text: a reason, a campaign, a time. */
  isFree: boolean
}

/** Words within names that only a stop has, in English, German, French, Spanish, Italian and Portuguese. Compared as `plain` writes them. */
const STOP_NAMES: [StopKind, RegExp][] = [
  [
    'complaint',
    /complain|spamreport|reportedspam|reportedasspam|markedasspam|abusereport|beschwerde|plainte|queja|denuncia|reclamacao|reclamo/,
  ],
  [
    'hardBounce',
    /bounce(?!rate)|^clean(ed)?(time|at|date|on|reason|campaign.*)?$|quarantine|unzustellbar|undeliverable|rebot|rimbalz|rebond|devolvid|^rejete|^rejected|^(bad|invalid)email|^email(address)?invalid|ungultigeemail|nonrecapit|bereinigt/,
  ],
  [
    'doNotContact',
    /donot(contact|email|mail|disturb|send)|dontcontact|dontemail|^dnc$|blacklist|blocklist|blocked|suppress|^excluded|nichtkontaktieren|keinkontakt|kontaktverbot|sperrliste|gesperrt|blockiert|nepascontacter|nepasenvoyer|listenoire|bloquead|bloquee|nocontactar|noenviar|listanegra|noncontattare|bloccat|naocontatar|naocontactar|naoenviar|keinee?mails?$|keinewerbung|widerspr|^opposition|^noe?mails?$|nevercontact|neveremail|^stop(ped)?$/,
  ],
  [
    'unsubscribed',
    /unsub|opt(ed|ing)?out|abgemeldet|abmeld|abbestell|ausgetragen|austragung|desabonn|desinscri|desuscri|dessuscri|dadodebaja|fechadebaja|darsedebaja|^baja$|disiscri|disdetta|annullamento(iscrizione)?$|cancellazione(iscrizione|newsletter)|descadastr|desinscrev|cancelouinscri|cancelamento(inscricao|newsletter)/,
  ],
]
const CONSENT_NAMES =
  /^(is)?subscribed|subscribedtoemail|opt(ed)?in|accept.*(marketing|email|newsletter)|consent|permission|einwilligung|zustimmung|abonniert|angemeldet|^abonne|^inscrit|consentement|consentimiento|^suscri|consenso|^iscritt|consentimento|^inscrit|^assinante|marketing(email)?status|newsletter$|emailable|mailable|contactable/
const STATUS_NAMES =
  /status|statut|^stato|^estado|^etat|lifecycle|stage$|disposition|subscription|abonnement|suscripcion|iscrizione|inscricao|assinatura|marketing|verification|verificat|engagement|category|^categor|kategorie|^tags?$|^labels?$|^lists?$|segment|^reason$|emailstate|leadstate/
/** Names about another channel, or about a link. */
const NOT_EMAIL = /sms|whatsapp|phone|telefon|push|mobile|donotcall|fax/
const NOT_A_STOP = /link$|url$|token$|hash$|rate$|score$|ipaddress|ip$/
const FREE =
  /reason|grund|raison|motivo|campaign|kampagne|campagne|campana|campanha|title|time|date|datum|data|fecha|when|source|comment|list/

/** What a column's name says about stops; null if nothing. */
export function stopColumnOf(header: string): StopColumn | null {
  const name = plain(header)
  if (NOT_A_STOP.test(name) || (NOT_EMAIL.test(name) && !name.includes('email'))) return null
  const isFree = FREE.test(name) || /(at|on|by)$/.test(name)
  for (const [kind, names] of STOP_NAMES) {
    if (names.test(name)) return { polarity: 'stop', kind, isFree }
  }
  if (CONSENT_NAMES.test(name)) return { polarity: 'consent', kind: 'unsubscribed', isFree }
  if (STATUS_NAMES.test(name)) return { polarity: 'status', kind: 'doNotContact', isFree }
  return null
}

/** A column that the user calls "Stopped" though its name does not say so. */
export const CHOSEN_STOP: StopColumn = { polarity: 'stop', kind: 'doNotContact', isFree: false }

/** Words of values, as `plain` writes them. The first that a value holds counts. */
const STOP_VALUES: [StopKind, RegExp][] = [
  [
    'complaint',
    /complain|spamreport|reportedspam|markedasspam|^spam$|abuse|beschwerde|plainte|queja|denuncia|reclamacao|reclamo/,
  ],
  [
    'hardBounce',
    /bounce|^cleaned|cleaned$|^invalid|^undeliverable|^rejected|^rejete|unzustellbar|nichtzustellbar|^rebot|rimbalz|^rebond|devolvid|bereinigt|nettoye|depurad|ungultig|invalide$|invalido$|mailboxnotfound|nonexistent/,
  ],
  [
    'doNotContact',
    /donot(contact|email|mail|disturb)|dontcontact|^dnc$|blacklist|blocklist|^blocked|suppressed|suppression|notinterested|keininteresse|pasinteresse|nointeresad|noninteressat|seminteresse|gesperrt|nichtkontaktieren|keinkontakt|nepascontacter|nocontactar|noncontattare|naocontatar|naocontactar|^bloque|^bloccat|^stopped$|^gestoppt$/,
  ],
  [
    'unsubscribed',
    /unsub|opt(ed|ing)?out|abgemeldet|abbestellt|ausgetragen|widerrufen|desabonn|desinscri|desuscri|dessuscri|debaja$|^baja$|disiscri|annullat|inscri[a-z]*cancel|cancel[a-z]*inscri|descadastr|cancelouinscri|removidadalista|removed|revoked|withdrawn/,
  ],
]
/** A denial before a word of a stop: "never bounced", "not unsubscribed". */
const DENIED =
  /^(not|never|no|isnot|nicht|nie|kein|keine|jamais|pas|nunca|non|mai|nao)(unsub|opt(ed)?out|bounce|complain|suppress|block|spam|invalid|abgemeldet|desabonn|desinscri|disiscri|rebot|rimbalz|devolv)/
const NO = new Set(
  '0 00 no n false f off never none nein falsch nie nichts non faux jamais nunca falso mai nao nee nej net nie'.split(
    ' ',
  ),
)
const YES = new Set(
  '1 yes y true t x on checked ja j wahr richtig oui o vrai si s verdadero vero sim verdadeiro tak da'.split(
    ' ',
  ),
)
/** Usual values of statuses that stop nothing. */
const FINE = new Set(
  `subscribed active enabled aktiv abonniert angemeldet actif abonne inscrit activo suscrito attivo iscritto ativo inscrito assinante optin
   optedin optedinmarketing doubleoptin singleoptin confirmed verified unverified valid deliverable ok good safe new neu nouveau nuevo nuovo
   novo open offen opened inprogress contacted notcontacted attemptedtocontact attempted connected qualified unqualified nurturing nurture
   working customer kunde client cliente lead leads prospect prospects mql sql subscriber opportunity evangelist other interested interessiert
   interesse interesado interessato interessado replied clicked sent delivered pending paused completed finished done started notstarted
   nonsubscribed neversubscribed notsubscribed transactional catchall acceptall risky unknown guessed likely extrapolated unavailable
   marketingcontact nonmarketingcontact setasmarketing setasnonmarketing opendeal badtiming meetingbooked meetingcompleted meetingset
   outofoffice ooo won lost closed closedwon closedlost recycled reviewed skipped scheduled inactive cold warm hot vip noconsent
   informationrequest wrongperson noanswer noreply
   inbearbeitung bestatigt kontaktiert nichtkontaktiert qualifiziert gewonnen verloren abgeschlossen beantwortet ausstehend encours enattente
   abonnee inscrite contacte confirme gagne perdu termine encurso suscrita contactado confirmado pendiente ganado perdido completado incorso
   inattesa iscritta contattato confermato vinto perso completato emandamento inscrita contatado pendente ganho concluido demo nostatus`.split(
    /\s+/,
  ),
)

const FINE_END =
  /(sent|open|opened|clicked|replied|answered|delivered|contacted|connected|interested|booked|scheduled|subscribed|active|verified|valid|completed|finished|progress|started|pending|paused|queued|skipped|customer|won|lost)$/
const isFine = (word: string) => FINE.has(word) || FINE_END.test(word)

/** What a value of a column says: a kind of stop, nothing, or something that is not understood. */
export type StopReading = StopKind | 'unclear' | null

/** Reads one value of a column that tells about stops. */
export function readStopValue(column: StopColumn, value: string): StopReading {
  const text = value.trim()
  if (isPlaceholder(text) || /^[[\]{}()\s"']*$/.test(text)) return null
  const word = plain(text)
  const number = /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (DENIED.test(word)) return null
  const said = STOP_VALUES.find(([, words]) => words.test(word))?.[0]
  const isNo = NO.has(word) || number === 0
  if (column.polarity === 'consent') {
    if (said) return said
    if (isNo) return column.kind
    return YES.has(word) || isFine(word) || number > 0 || isDate(text) || column.isFree ? null : 'unclear'
  }
  if (column.polarity === 'status') {
    if (said) return said
    // The codes of Instantly: bounced, unsubscribed, skipped.
    if (number < 0) return number === -1 ? 'hardBounce' : number === -2 ? 'unsubscribed' : 'doNotContact'
    return isNo || YES.has(word) || isFine(word) || number >= 0 || isDate(text) ? null : 'unclear'
  }
  // A reason or a campaign may have any name: only an explicit no is none.
  if (isNo || (isFine(word) && !said && !column.isFree)) return null
  if (said)
    return column.kind === 'doNotContact' || said === 'hardBounce' || said === 'complaint'
      ? said
      : column.kind
  return YES.has(word) || number > 0 || column.isFree || isDate(text) ? column.kind : 'unclear'
}

const isDate = (text: string) => /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/.test(text) && /\d/.test(text)

/**
 * Whether a column is proposed as "Stopped": its name only says a stop, or the values of a status or of a consent do.
 * @param values of the first rows
 */
export function isProposedStop(header: string, values: readonly string[]): boolean {
  const column = stopColumnOf(header)
  if (!column) return false
  return column.polarity === 'stop' || values.some((value) => isKind(readStopValue(column, value)))
}
export const isKind = (reading: StopReading): reading is StopKind => reading !== null && reading !== 'unclear'
