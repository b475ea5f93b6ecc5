/**
 * The words that say who must not be emailed, in English, German, French, Spanish, Italian and Portuguese, and the usual ones in Dutch, Polish
 * and the Scandinavian languages. The names of columns and their values are read by the same list. Browser-safe.
 */
import { MAX_NORMALIZED, normalize } from '~/normalize'

/** Why a contact must not be emailed: the kinds of `stopEmails`. */
export type StopKind = 'unsubscribed' | 'hardBounce' | 'complaint' | 'doNotContact'

/** The words of a text in lower case without accents: "emailsUnsubscribed" becomes "emails", "unsubscribed". */
export const wordsOf = (text: string): string[] =>
  normalize(text.slice(0, MAX_NORMALIZED).replace(/['’‘`´]/g, ''), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')

/**
 * By kind: expressions that only a stop has anywhere in a text, and words that say it only if they stand alone, because they have other
 * meanings too. Compared without spaces. The first kind that fits counts.
 */
export const STOP_WORDS: [StopKind, RegExp, Set<string>][] = [
  [
    'complaint',
    /(spam)?complain|spamreport|reported(as)?spam|markedasspam|abusereport|beschwerde|plainte|queja|denuncia|reclamacao|reclamo/,
    setOf('spam abuse'),
  ],
  [
    'hardBounce',
    /bounce|quarantine|unzustellbar|nichtzustellbar|undeliver|rebotad|rebote$|rimbalz|rebond|devolvid|^(bad|invalid)email|emailinvalid|ungultigeemail|nonrecapit|bereinigt|mailboxnotfound|nonexistent|^clean(ed)?(time|at|date|on|reason|campaign)/,
    setOf(
      'cleaned invalid notvalid rejected rejete rejetee rejetes rejetees nettoye nettoyee depurado depurada ungultig invalide invalido',
    ),
  ],
  [
    'doNotContact',
    /(donot|dont)(contact|(allow)?(bulk)?e?mail|disturb|send|market|prospect|approach)|never(contact|email|mail)|^noe?mails?$|^nomarketing$|^excluded?from|blacklist|blocklist|blocked|suppress|notinterested|uninterested|keininteresse|nichtinteressiert|pasinteresse|nointeresad|noninteressat|seminteresse|nichtkontaktieren|keinkontakt|kontaktverbot|sperrliste|gesperrt|blockiert|werbesperre|kontaktsperre|sperrvermerk|robinsonliste|nietmailen|nietbenaderen|nietcontacteren|widerspr|keine(e?mails?|werbung)$|ne(pas|plus)(contacter|envoyer)|listenoire|bloquead|bloquee|nocontactar|noenviar|listanegra|noncontattare|bloccat|naocontatar|naocontactar|naoenviar|^dnc(status|date|reason|list|flag|at|on)?$/,
    setOf('dnc stop stopped gestoppt opposition exclude excluded bloque'),
  ],
  [
    'unsubscribed',
    /unsub|uitgeschreven|afgemeld|afmeldt|avmeldt|frameldt|avregistrerad|avanmald|wypisan|(?<!ad|co)opt(ed|ing)?out|nolonger(subscri|optedin|consent)|abgemeldet|abmeld|abbestell|ausgetragen|austragung|desabonn|desinscri|desuscri|dessuscri|dadodebaja|fechadebaja|darsedebaja|debaja$|disiscri|disdetta|annullamento(iscrizione)?$|cancella(zione|ta|to)(iscrizione|newsletter)|iscrizionecancella|iscrizioneannulla|suscripcioncancel|cancel(ada|ado|aron|o)?(la)?suscripcion|descadastr|desinscrev|cancelouinscri|cancelamento(inscricao|newsletter)|inscricaocancel|removidadalista|inscriptionannul/,
    setOf('baja removed revoked withdrawn widerrufen annullato annullata cancellato cancellata'),
  ],
]

/** A set of the words of a text. */
export function setOf(words: string): Set<string> {
  return new Set(words.split(/\s+/))
}

/** The same at the start of a text only: every value of a file's first rows is compared, and most begin otherwise. */
const STARTS = STOP_WORDS.map(
  ([kind, anywhere, alone]) => [kind, new RegExp(`^(?:${anywhere.source})`), alone] as const,
)

/** Words beside a stop that change nothing: "Is DNC", "Email cleaned". */
const BESIDE = setOf(
  `is has was been are the a of from to by for all email emails e mail mails contact contacts lead leads person user recipient address
   hard soft permanent global flag wurde ist`,
)

/** The kind of stop that a text tells of anywhere; null if none. */
export function stopIn(words: string[]): StopKind | null {
  const all = words.join('')
  const core = coreOf(words).join('')
  return (
    STOP_WORDS.find(([, anywhere, alone]) => anywhere.test(all) || alone.has(all) || alone.has(core))?.[0] ??
    null
  )
}

/**
 * The kind of stop that a text is as a whole: "Bounced", but not "Bounce house rental".
 * @param isTold whether its column tells about stops; else words with other meanings do not count
 */
export function stopAsWhole(text: string, isTold: boolean): StopKind | null {
  if (text.length > 60) return null
  const words = wordsOf(text)
  const core = coreOf(words)
  for (const some of core.length < words.length ? [words, core] : [words]) {
    const all = some.join('')
    const lastWord = all.length - (some.at(-1)?.length ?? 0)
    for (const [kind, start, alone] of STARTS) {
      if (isTold && alone.has(all)) return kind
      if ((start.exec(all)?.[0].length ?? 0) > lastWord) return kind
    }
  }
  return null
}

const coreOf = (words: string[]) => words.filter((word) => !BESIDE.has(word))

/** A denial directly before a word of a stop: "never bounced", "not unsubscribed", but not "No (unsubscribed)". */
const DENIED =
  /^(not|never|no|is not|isnt|hasnt|has not|nicht|nie|kein|keine|jamais|pas|nunca|non|mai|nao)[ _](an? |been )?(unsub|opt(ed)?[ _-]?out|(hard |soft )?bounce|complain|suppress|block|blacklist|dnc\b|clean|spam|invalid|abgemeldet|desabonn|desinscri|disiscri|rebot|rimbalz|devolv)/

/** Whether a text says that there is no stop. */
export const isDenied = (text: string): boolean =>
  DENIED.test(
    normalize(text.trim().replace(/['’]/g, ''), 'NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .replace(/\s\s?/g, ' '),
  )
