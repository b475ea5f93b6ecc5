/**
 * How servers say that a refusal is about the sender: the limits of the account, its reputation, its identity. By language; each entry
 * is an alternative of a search, with bounded gaps. The words are those of cPanel, Plesk, DirectAdmin, Exchange Online, Google, Zoho,
 * Yandex, Mail.ru, OVH, IONOS, Strato, Hetzner, Amazon SES, Mailgun and Brevo, and of common blocklists.
 */
export interface SenderWords {
  /** Too many messages in a time. */
  limits: string[]
  /** The account, its domain or its server is suspended or blocked. */
  suspended: string[]
  /** The sender is refused for its reputation, a blocklist, or a policy. */
  reputation: string[]
  /** This one email counts as spam, or its content is refused. */
  content: string[]
  /** The sender is not verified, or may not send under this address. */
  identity: string[]
  /** The time for which a limit counts. */
  hour: string
  day: string
}

const ENGLISH: SenderWords = {
  limits: [
    '(exceeded|reached|hit|over|exceeds|exceeding)[^.]{0,60} (limit|quota|max|maximum|threshold|allowance)s?[^.]{0,60}(per (hour|day|minute|month)|hourly|daily|outgoing|outbound|sending|send|sent|message|e-?mail|submission|relay)',
    '(hourly|daily|monthly|outgoing|outbound|sending|send|submission|relay|message|messages|e-?mails?|mail|sender|user sending|recipient rate|smtp|rate)[- ]?[^.]{0,30} (limit|quota|rate|threshold)s?[^.]{0,40} (exceed|reach|hit|over)',
    '(limit|quota|number) (on|of|for)[^.]{0,40} (outgoing|outbound|sent|messages|e-?mails|mails)[^.]{0,60}(exceed|reach|hit|over)',
    'exceeded the max(imum)? (emails|defers|messages|number)|max(imum)? (number of )?(emails|messages|defers)[^.]{0,40} (per|exceed|allowed)',
    'exceeded (its|your|the) (daily|hourly|sending|message|monthly|rate|mail|e-?mail)|mail[- ]?limit exceeded|send(ing)? limit exceeded|(sending|daily|hourly) (limit|quota) (was |has been |is )?(reached|exceeded)',
    '(exceeded|reached|hit) (its|your|the|his) (daily|hourly|monthly)( \\S{1,20}){0,2} (limit|quota)',
    'too (many|much) (messages|mails?|e-?mails|recipients this|sent|connections|concurrent|sessions|spam|traffic|smtp|log-?ins?|attempts|requests|outgoing|defers|failed|errors from|mail from)|sending too (fast|many|much|quickly)|too (many|much) (mail|messages) (from|sent)',
    'rate ?limit(ed|s|ing)?( is| has been)? ?(exceeded|reached|for|due|applied)?|(sender|account|ip|client|user|you)[^.]{0,40} (has been |have been |is |are )?(temporarily )?(rate[- ]limited|throttled)|throttling failure|throttled',
    'sender thread limit|submissionquota|(tenant|trial)[^.]{0,60} exceed|recipient rate limit|limit of \\d{1,6} (mails?|messages|e-?mails|recipients)',
    '(reached|exceeded|exceeds|hit|over)( \\S{1,20}){0,4} (outgoing|outbound|sending|submission|hourly|daily|mail|message|e-?mail) (limit|quota)s?|exceeded (its|your|the)( \\S{1,20}){0,2} (sending|message|hourly|daily|mail|e-?mail)',
    '\\d{1,6} (messages|mails|e-?mails|rcpts|recipients) (per|an?|every|each|/) ?(session|connection|minute|hour|day|24|month)|(messages|mails|e-?mails) per (session|connection)( limit)?|(not|cannot|can ?not) send more than \\d|has sent \\d{1,6} (messages|mails|e-?mails)|limit of \\d{1,6} (has been |was |is )?(reached|exceeded)|limit of \\d{1,6} (rcpts|recipients)',
    '(unusual|unexpected|excessive) (rate|sending|activity|number|traffic|volume)|user complaints|send more (messages|mails|e-?mails)|suspicious activity|unusual sending activity',
  ],
  suspended: [
    '(your|sender|sending|smtp|outgoing|outbound|hosting)( \\S{1,60})? (e-?mail |mail |user |smtp |hosting |sending |sender )?(account|domain|mailbox|ip|address|server|host|tenant|sender|organization)( \\S{1,60})?( has been| have been| is| was| are)?( currently| temporarily)? (suspended|blocked|disabled|locked|deactivated|banned|restricted|paused|frozen|blacklisted|(not |in)active|not (yet )?activated|under (review|validation))',
    '(this|the) (sender|sending|hosting )?(domain|ip|server|host|tenant|sender|organization|subscription)( \\S{1,60})?( has been| is| was)?( currently| temporarily)? (suspended|blocked|disabled|locked|deactivated|banned|restricted|paused|blacklisted)|your account( \\S{1,60}){0,3} not (yet )?activated|account (is )?not (yet )?activated|account (is )?(under|pending) (review|validation)',
    '(sending|outgoing|outbound|e-?mail outgoing|outgoing (e-?)?mail|smtp)[^.]{0,30} (paused|blocked|suspended|disabled|not allowed|denied)|bad outbound sender|banned sender|sender (is |was |has been )?(blocked|banned|denied|suspended)|(blocked|suspended|disabled|restricted|prohibited|banned|barred) (from|for) (sending|outgoing|relaying)|not allowed to send|spam abuse',
    '(outgoing|sending|outbound)( e-?mail| mail)? suspension|(account|mailbox|user)( \\S{1,40}){0,3} (suspended|blocked|disabled|locked|restricted)[^.]{0,30} (for|due to|because of|after) (spam|sending|abuse|unusual|suspicious|excessive|bulk|outgoing|too many)|outboundspam|useraction verdict|showtierupgrade',
  ],
  reputation: [
    '\\bdnsbl\\b|\\brbl\\b|black ?-?list|block ?-?list|deny ?-?list|\\bspamhaus\\b|\\bbarracuda\\b|\\bspamcop\\b|(\\bip\\b|client|sending (host|server)|your (address|server|host)|network)[^.]{0,60} (blocked|listed|banned)|blocked using|listed (at|by|in|on)|reputation|low sender score|traffic not accepted from this ip|(spam|abuse|unsolicited|bulk)( e-?mails?| mails?| messages?)? (from|sent by|sent from|originating from|coming from) (you|this|the sending)',
  ],
  content: [
    'spam|unsolicited|junk|bulk mail|banned|abuse|virus|malware|phish|suspicio',
    'message (was )?rejected (due to|for|as|under|because of) (content|policy)|content (was )?rejected|rejected (by|for|due to) [^.]{0,30}polic|local policy|polic(y|ies) (reasons|violation|restriction|rejection)|mailpolicy|administrative prohibition|message content',
  ],
  identity: [
    '(sender|from|e-?mail|mail|domain|identit(y|ies)|address)[^.]{0,40} (is |are |was )?(not|un) ?(yet )?(verified|registered|activated|validated|authenticated|confirmed|authori[sz]ed)|unverified|failed the check|unregistered domains?|not owned by (auth )?user|not (valid|allowed) sender|sender (e-?mail |address )?(is )?not (valid|allowed)|send as (this sender|denied)|sendasdenied|does not have permissions? to send|not (permitted|allowed) to (send|relay)|sender (address )?(rejected|denied|refused|mismatch)',
    '\\bspf\\b|\\bdkim\\b|\\bdmarc\\b|unauthenticated|authentication (is )?required|not authenticated|unauthori[sz]ed ip|reverse dns|\\bptr\\b|no rdns|helo (command )?rejected|relay(ing)? (access )?(is )?(denied|not (allowed|permitted)|prohibited)|unable to relay|access denied, (bad|spam|banned|tenant|traffic|sending)',
  ],
  hour: '(per|an|each|every|this|1) ?hour|hourly|/ ?h(our|r)?\\b|60 minutes',
  day: '(per|a|each|every|this|for the|1) ?day|daily|today|/ ?day|24[- ]?h(ours?)?',
}

const GERMAN: SenderWords = {
  limits: [
    '(sende|versand|mail|e-?mail|nachrichten|tages|stunden|ausgangs|empfänger)[- ]?(limits?|kontingents?|quote|grenze|volumen|beschränkung)[^.]{0,60} (überschritten|erreicht|ausgeschöpft|erschöpft)',
    '(limits?|maximale?n? (anzahl|zahl)|höchstzahl|grenze)[^.]{0,80} (überschritten|erreicht|ausgeschöpft)|zu viele (nachrichten|mails|e-?mails|empfänger|verbindungen|anmelde|sendungen)|zu schnell gesendet|ungewöhnlich\\S{0,3} (aktivität|versand|sendeverhalten|anzahl|viele)',
  ],
  suspended: [
    '(ihr|das|dieses|der|ihre|die)\\S{0,2} (\\S{1,30} )?(konto|postfach|account|absender|domain|ip-?adresse|server|versand|mailversand|e-?mail-versand)[^.]{0,40} (gesperrt|blockiert|deaktiviert|eingeschränkt|suspendiert|geblockt)',
    '(konto|postfach)[^.]{0,60}(spam|versand|missbrauch|massen)[^.]{0,40}(gesperrt|blockiert|deaktiviert|eingeschränkt)|(konto|postfach)[^.]{0,30} (gesperrt|blockiert|deaktiviert)[^.]{0,30}(spam|versand|missbrauch|massen)|versand (wurde |ist )?(gesperrt|blockiert|gestoppt)|absender (wurde |ist )?(gesperrt|blockiert)|wegen (verdachts auf |des verdachts auf )?missbrauchs?',
  ],
  reputation: ['sperrliste|schwarze liste|reputation|absender (wurde |ist )?abgelehnt'],
  content: ['spam|unerwünscht|richtlinie|inhalt[^.]{0,30} (abgelehnt|gesperrt)|virus'],
  identity: [
    '(absender|absenderadresse|domain|adresse)[^.]{0,40} nicht (verifiziert|bestätigt|berechtigt|erlaubt|zugelassen|autorisiert|authentifiziert|freigeschaltet)|nicht (verifiziert|autorisiert|authentifiziert)er? absender|(senden|versand)[^.]{0,30} nicht (erlaubt|berechtigt|gestattet)|keine berechtigung[^.]{0,30} (senden|versand)',
  ],
  hour: '(pro|je|in der|in einer) stunde|stündlich|stundenlimit|stunden-?limit',
  day: '(pro|je|am|an einem) tag|täglich|tages|heute|24 stunden',
}

const FRENCH: SenderWords = {
  limits: [
    '(limite|quota|plafond|nombre maximum|nombre maximal|seuil)[^.]{0,80} (atteinte?|dépassée?|excédée?|épuisée?)|(dépassé|atteint|excédé)[^.]{0,40} (limite|quota|plafond|nombre)[^.]{0,40} (envoi|envois|messages?|e-?mails?|quotidien\\S{0,2}|horaire|journali\\S{0,4})',
    "trop d[e'’] ?(messages|mails|e-?mails|courriels|envois|connexions|destinataires)|envoi trop rapide|activité (inhabituelle|suspecte|anormale)|volume (inhabituel|anormal)",
  ],
  suspended: [
    "(votre|ce|le|cet|l['’]) ?(compte|domaine|adresse|serveur|expéditeur|envoi|ip)[^.]{0,40} (suspendue?|bloquée?|désactivée?|restreinte?|limitée?|banni)|envois? (suspendus?|bloqués?|désactivés?)",
    '(compte|boîte)( \\S{1,30}){0,3} (suspendue?|bloquée?|désactivée?|restreinte?)[^.]{0,40} (envoi|spam|abus|pourriel|masse)',
  ],
  reputation: ['liste noire|réputation'],
  content: [
    'spam|pourriel|indésirable|politique|non sollicité|abus|contenu[^.]{0,30} (refusé|rejeté|bloqué)',
  ],
  identity: [
    "(expéditeur|adresse|domaine|émetteur)[^.]{0,40} non (vérifiée?|autorisée?|validée?|authentifiée?|confirmée?)|n['’](est|êtes|a) pas (vérifiée?|autorisée?|validée?|authentifiée?)[^.]{0,40}|pas (le droit|autorisé) [^.]{0,20}(envoyer|expédier)",
  ],
  hour: "(par|cette|une|de l['’]) ?heure|horaire|/ ?h\\b",
  day: 'par jour|aujourd|quotidien|journali|24 ?h',
}

const SPANISH: SenderWords = {
  limits: [
    '(límite|cuota|número máximo|máximo|tope)[^.]{0,80} (alcanzad|superad|excedid|sobrepasad|agotad)|(alcanzado|superado|excedido|sobrepasado)[^.]{0,40} (límite|cuota|número|máximo)[^.]{0,40} (envío|envíos|mensajes|correos|diari\\S|hora|día|salientes)',
    'demasiad[oa]s (mensajes|correos|e-?mails|envíos|conexiones|destinatarios)|envío demasiado rápido|actividad (inusual|sospechosa|anómala)|volumen inusual',
  ],
  suspended: [
    '(su|la|el|esta|este|tu) (\\S{1,30} )?(cuenta|dominio|dirección|servidor|remitente|ip|envío)[^.]{0,40} (suspendid|bloquead|desactivad|deshabilitad|restringid|inhabilitad)|envíos? (suspendid|bloquead|deshabilitad)',
    '(cuenta|buzón)( \\S{1,30}){0,3} (suspendid|bloquead|desactivad|deshabilitad|restringid)\\S{1,2}[^.]{0,40} (envío|spam|abuso|masiv)',
  ],
  reputation: ['lista negra|reputación'],
  content: ['spam|no deseado|política|no solicitado|abuso|contenido[^.]{0,30} (rechazado|bloqueado)'],
  identity: [
    '(remitente|dirección|dominio)[^.]{0,40} no (está |ha sido |es )?(verificad|autorizad|validad|autenticad|confirmad|permitid)|no (está |tiene )?(autorizad[oa]|permiso|permitido)[^.]{0,30} (enviar|envío)',
  ],
  hour: '(por|cada|una|la) hora|horari[oa]',
  day: '(por|al|cada) día|\\bhoy\\b|diari[oa]|24 horas',
}

const RUSSIAN: SenderWords = {
  limits: [
    '(лимит|квота|ограничение|предел|количество|норма)[^.]{0,80} (превыш|исчерпан|достигнут)|(превыш|исчерпан|достигнут)\\S{0,4}[^.]{0,40} (лимит|квот|ограничени|количеств|предел|числ)\\S{0,3}[^.]{0,40} (отправ|писем|сообщени|исходящ|рассыл|в час|в день|в сутки|суточн|часов)',
    'слишком (много|часто|быстро)[^.]{0,30}(писем|сообщений|отправ|получателей|соединений|запросов)?|подозрительн\\S{0,4} (активност|отправ|рассыл)|необычн\\S{0,4} (активност|отправ)|лимит (на )?(отправк|исходящ|писем|рассыл)',
  ],
  suspended: [
    '(ваш|ваша|аккаунт|учётная запись|учетная запись|почтовый ящик отправителя|домен|отправитель|отправка|адрес отправителя|ip)[^.]{0,40} (заблокирован|приостановлен|отключ|ограничен|запрещен|запрещён|деактивирован)',
  ],
  reputation: ['черн\\S{1,3} спис|чёрн\\S{1,3} спис|репутаци'],
  content: ['спам|spam|нежелательн|политик'],
  identity: [
    '(отправител|адрес|домен)\\S{0,3}[^.]{0,40} не (подтвержд|авторизован|проверен|верифицирован|разреш|аутентифицирован)|не (разрешено|разрешена|имеете права|авторизован)[^.]{0,30} (отправ|рассыл)',
  ],
  hour: 'в час|часов(ой|ого|ая)|за час|ежечасн',
  day: 'в (день|сутки)|сегодня|суточн|дневн|за сутки|ежедневн|24 час',
}

const ITALIAN: SenderWords = {
  limits: [
    '(limite|quota|soglia|numero massimo|massimo)[^.]{0,80} (raggiunt|superat|ecced|esaurit)|(raggiunto|superato|ecceduto|esaurito)[^.]{0,40} (limite|quota|soglia|numero|massimo)[^.]{0,40} (invio|invii|messaggi|e-?mail|mail|giornalier|orari|ora|giorno|uscita)',
    'tropp[ei] (messaggi|e-?mail|mail|invii|connessioni|destinatari|tentativi)|invio troppo (rapido|veloce)|(attività|invio|volume|traffico) (insolit|sospett|anomal)\\S',
  ],
  suspended: [
    "(il suo|la sua|il tuo|la tua|il vostro|la vostra|questo|questa|l['’]|il|la) ?(\\S{1,30} )?(account|casella|dominio|indirizzo|server|mittente|ip|invio|utenza)[^.]{0,40} (sospes|bloccat|disattivat|disabilitat|limitat)|invi[oi] (è |sono )?(sospes|bloccat|disabilitat)",
    '(account|casella)( \\S{1,30}){0,3} (sospes|bloccat|disattivat|disabilitat|limitat)\\S[^.]{0,40} (invio|spam|abuso|mass)',
  ],
  reputation: ['lista nera|reputazione'],
  content: ['spam|indesiderat|politic(a|he)|non richiest|abuso|contenuto[^.]{0,30} (rifiutat|bloccat)'],
  identity: [
    '(mittente|indirizzo|dominio)[^.]{0,40} non (è |è stato )?(verificat|autorizzat|validat|autenticat|confermat|consentit)|non (è |sei |siete )?(autorizzat[oaie]|consentito)[^.]{0,30} (inviare|spedire|invio)',
  ],
  hour: "(all['’]|per|ogni|l['’]) ?ora|orari[oa]|in un['’]ora",
  day: '(al|per|ogni) giorno|\\boggi\\b|giornalier|24 ore',
}

export const SENDER_LANGUAGES: SenderWords[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, RUSSIAN]
