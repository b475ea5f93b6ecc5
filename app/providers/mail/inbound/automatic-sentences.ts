/**
 * The sentences of automatic responses, in many languages. Each pattern matches a whole sentence in the form that `automatic-text.ts`
 * produces: lower case, `#` for days and numbers, `@` for addresses. Variations are spelled out or bounded, so that a match takes
 * linear time.
 */

const whole = (...patterns: string[]) => new RegExp(`^(?:${patterns.join('|')})$`, 'u')

const EMAIL = '(?:email|message|mail|inquiry|enquiry|request|note)s?'
/** The substitute to contact: a few words that do not start another clause, then addresses. */
const NAME =
  '(?: (?!(?:#|tomorrow|today|again|later|soon|next|this|morgen|heute|demain|mañana|domani|amanhã|jutro|завтра|yes|ja|oui|he|she|they|we|i|you|it|er|wir|ich|il|elle|je|ze|wij|for|to|if|when|and|but|so|about|with|because|für|wegen|damit|pour|si|mais|para|pero|per|ma|mas|voor|om|w|do|по|для|і|och|för|is|are|was|will|can|has|ist|kann|est|es|è|é|me|us|back|my (?:mobile|cell|phone)|mich|uns|zurück|moi|nous)(?:[ ,]|$))[^\\s,;:]{1,40}){1,5}'
const AT =
  '(?: (?:at|on|under|via|by|by phone|by email|phone|tel|mobile|or|and|unter|per|oder|und|telefon|au|à|par|al|en|o|e|op|pod|na|или|på|to)| ?[:,]| ?[@#]){0,8}'
const WHO = `(?: ?@|${NAME}|${NAME}, [^\\s,;:]{1,30}(?: [^\\s,;:]{1,30}){0,2},)${AT}`
/** The same with an address or phone number: without one, "email the offer" would match too. */
const WHO_AT = `(?=[^@]{0,200}@)${WHO}`

// English
const WHEN =
  '(?:,? (?:from|until|till|through|to|between|and including|and|up|the|inclusive|returning|back|back on|back in the office on|returning on|#|until next week|until next month|further notice)){0,12}'
const LIMITED =
  '(?:,? (?:and|with) (?:i )?(?:will have |have |will )?(?:only |very )?(?:limited|no|restricted|intermittent|sporadic|not have) (?:access to (?:my )?(?:email|emails|mail|mails|inbox)|(?:email |internet )?(?:access|availability|connectivity)))?'
const ON_RETURN =
  "(?: (?:on|upon|after|when|as soon as|once)(?: my)?(?: i)?(?: ?'?(?:m|am))? ?(?:return|back|get back)(?: to (?:the|my) office)?(?: (?:on|from))?(?: the)?(?: #)?| afterwards| then| (?:as soon as|when) (?:possible|i can)| shortly| within #(?: \\S{1,10}){0,2})"
const ANSWER = `(?:i |we )?(?:will|shall|'ll) (?:reply|respond|answer|get back|attend|read|get back to you|be in touch)(?: to)?(?: you| your ${EMAIL}| all ${EMAIL}| my ${EMAIL})?`
const ABSENT_EN = `(?:please (?:note|be advised) that )?(?:i am|i'm|i will be|i'll be|we are|we will be|currently|(?:the|our) offices? (?:is|are|will be))(?: currently| presently| now| already)? (?:out of (?:the |my |our )?office|ooo|out of town|away(?: from (?:the |my )?(?:office|desk))?|closed|on (?:(?:annual|parental|maternity|paternity|sick|medical|summer|christmas) )?(?:leave|vacation|holidays?)|not in the office|not available|unavailable)${WHEN}`
const ASK = '(?:please |kindly |you can |you may )?'
const DIRECT = `direct (?:all |any |your )?(?:${EMAIL}|questions?|enquiries|inquiries)(?: to)?`
const CONTACT = `${ASK}(?:(?:contact|reach out to|${DIRECT})${WHO}|(?:write to|call|email)${WHO_AT})`
const CASE =
  "(?:for (?:any(?:thing)? |all )?(?:urgent|immediate|emergency)(?: (?:matters?|requests?|issues?|assistance|inquiries|enquiries|help|support|questions?|cases?|needs|attention|business))?|in (?:very )?(?:urgent|emergency) (?:cases?|matters)|in (?:the )?case of (?:an )?(?:emergency|urgency)|(?:if|should) (?:it|this|your \\S{2,12}|the matter) (?:is|be) urgent|if you (?:need|require) (?:any )?(?:immediate|urgent) (?:assistance|help|support|attention)|if (?:it is |it's )?urgent|in (?:the meantime|my absence)|while i am away|during my absence)"

const ENGLISH = {
  automatic: [
    `(?:please note:? ?)?(?:that )?this is an? (?:automat(?:ed|ic)|automatically (?:generated|sent)|auto-?generated|computer[- ]generated|system[- ]generated)(?: out[- ]of[- ]office)? (?:reply|response|answer|notification|acknowledge?ment|${EMAIL})`,
    'this is an? (?:auto-?reply|auto-?response|autoresponder)',
    '(?:this|the) (?:email|message|reply|mail|response|notification) (?:was|is|has been) (?:being )?(?:(?:sent|generated|created) automatically|automatically (?:sent|generated|created))',
    '(?:automated|automatic|automatically generated) (?:message|reply|response|email)',
    '#-? ?please type your reply above this line ?-?#',
    '(?:please note that )?(?:this (?:mailbox|inbox|account)|this (?:email )?address) (?:is|will be) (?:not|no longer|un) ?(?:being )?(?:monitored|in use|active|read|checked)',
    `(?:we(?: have|'ve)? received your ${EMAIL}|your ${EMAIL}(?: \\(?#\\)?)? (?:has been|was) (?:successfully )?received) and (?:we |(?:# of|one of|a member of) our (?:team|agents|colleagues) |someone )?(?:will|shall|'ll) (?:be in touch|get back to you|respond|reply|answer(?: it)?|contact you|review it|process it) (?:within # (?:\\S{1,10} )?(?:hours?|days?)|as soon as possible)`,
    `your ${EMAIL}(?: \\(?#\\)?)? (?:has been|was) (?:successfully )?received and is being (?:reviewed|processed) by our (?:support )?(?:staff|team)`,
    `(?:we would like to acknowledge that )?we have received your ${EMAIL} and a ticket has been created`,
    `your (?:message|email|mail)(?: to @)? (?:is(?: being)?|has been|was) (?:held|quarantined|on hold)`,
  ],
  backed: [
    `${ABSENT_EN}${LIMITED},? (?:and |but )?${ANSWER}${ON_RETURN}`,
    `${ABSENT_EN},? with (?:only |very )?(?:limited|no|restricted|intermittent) (?:access to (?:my )?(?:email|emails|mail|mails|inbox)|(?:email |internet )?(?:access|availability|connectivity))`,
    `${ABSENT_EN},? and (?:i )?(?:will|shall|'ll) (?:be back|return)(?: in the office)?(?: on)? #`,
  ],
  absent: [ABSENT_EN],
  around: [
    '(?:many )?(?:thanks|thank you)(?: very much)? for (?:your (?:email|message|mail|inquiry|enquiry|note|request)|contacting (?:us|me)|reaching out|writing|getting in touch)(?: to (?:us|me))?',
    `${ANSWER}${ON_RETURN}`,
    `${ANSWER}(?: to)?(?: your ${EMAIL})?${ON_RETURN}`,
    "(?:i |we )(?:will|shall|'ll) (?:be back|return|be (?:back )?in the office(?: again)?)(?: in the office)?(?: on)?(?: the)? #",
    '(?:i |we )(?:will |shall )?(?:have|will have) (?:only |very )?(?:limited|no) access to (?:my )?(?:email|emails|mail|inbox)(?: during this time)?',
    `${CASE},? ?:? ?${CONTACT}`,
    `${CONTACT}(?: (?:${CASE}|for (?:any )?(?:further )?(?:questions?|assistance|help|support)))?`,
    `your ${EMAIL} (?:will not be|is not|are not) (?:being )?(?:forwarded|read|answered)`,
    'please do not (?:reply|respond|answer)(?: directly)?(?: to this (?:email|message|mail|address))?',
    '(?:please note that )?my (?:email )?address has changed(?: to)? @',
    '(?:[^\\s,]{1,30} ){1,4}(?:is no longer with|no longer works (?:for|at)|has left) (?:the|our) company',
    `a (?:support )?(?:representative|agent|member of our team) will (?:be )?(?:review|reviewing|respond|contact you|get back to you)(?: to)?(?: your ${EMAIL})?(?: and will send you a personal response)?`,
    '(?:please )?(?:click|follow|visit|use)(?: on)? the (?:link|button)(?: below)? to (?:confirm|verify|prove) that you are (?:a )?(?:real )?(?:human|person)(?: being)?(?: and (?:it|your (?:message|email)) will be delivered)?(?: ?:? ?@)?',
    '(?:your )?(?:ticket|case|reference|request) ?(?:id|no\\.?|number)?(?: is)?[ :]{0,3}#',
  ],
}

// German
const BIS =
  '(?: (?:ab|von|vom|bis|bis zum|zum|einschließlich|inklusive|inkl|dem|den|und|ab dem|#|bis kommende woche|bis nächste woche|auf weiteres)){0,12}'
const WEG =
  '(?:(?:nicht|nicht mehr) (?:im|in meinem) (?:büro|haus)|abwesend|außer haus|(?:im|in) (?:urlaub|elternzeit|mutterschutz)|auf dienstreise|nicht (?:erreichbar|verfügbar)|erkrankt|nicht im hause)'
const ABSENT_DE = `(?:ich (?:bin|befinde mich|werde)|derzeit bin ich|momentan bin ich|zurzeit bin ich|wir sind|unser büro ist)(?: (?:derzeit|zur zeit|zurzeit|momentan|aktuell|leider))?${BIS} (?:${WEG}|geschlossen)${BIS}(?: sein)?`
const FALL_DE =
  '(?:in (?:sehr )?dringenden (?:fällen|angelegenheiten)|bei (?:dringenden|eiligen) (?:fragen|anliegen|fällen|angelegenheiten|themen)|(?:in|während) meiner abwesenheit|falls es dringend ist|wenn es dringend ist|sollte es dringend sein)'
const GERMAN = {
  automatic: [
    'dies(?:er?|es)? (?:ist|nachricht ist|email ist) eine? (?:automatisch|maschinell)(?: (?:generierte|erstellte|erzeugte|versendete))?e? ?(?:antwort|nachricht|email|mail|abwesenheitsnotiz)',
    '(?:dies ist eine |diese )(?:email|nachricht|antwort|mail) (?:wurde|wird|ist) (?:automatisch|maschinell) (?:generiert|erstellt|erzeugt|versendet|verschickt|gesendet)',
    '(?:automatische antwort|automatisch generierte (?:email|nachricht|antwort))',
    `ihre (?:anfrage|nachricht|email) (?:ist|wurde)(?: bei uns)? (?:eingegangen|empfangen) und wird (?:schnellstmöglich|umgehend|so (?:bald|schnell) wie möglich|baldmöglichst)(?: von uns)? (?:bearbeitet|beantwortet)`,
    'wir haben ihre (?:anfrage|nachricht|email) (?:erhalten|empfangen) und (?:melden uns|werden uns|kümmern uns)(?: bei ihnen)? (?:schnellstmöglich|umgehend|so (?:bald|schnell) wie möglich|baldmöglichst|innerhalb von # \\S{1,12})(?: (?:bei ihnen|darum))?(?: melden)?',
  ],
  backed: [
    `${ABSENT_DE},? (?:und )?(?:bin )?(?:wieder )?ab(?: dem)? #(?: wieder)? (?:erreichbar|im büro|da|für sie da|zurück)`,
  ],
  absent: [ABSENT_DE],
  around: [
    '(?:vielen |herzlichen |besten )?dank für ihre (?:nachricht|email|mail|anfrage)',
    'danke für (?:ihre|deine) (?:nachricht|email|mail|anfrage)',
    'ihre (?:email|nachricht|mail)s? (?:wird|werden) (?:nicht|auch nicht|nicht automatisch) (?:gelesen|weitergeleitet|bearbeitet)(?: oder (?:gelesen|weitergeleitet|bearbeitet))?',
    `(?:${FALL_DE},? )?(?:bitte )?(?:wenden sie sich|kontaktieren sie)(?: bitte)?(?: an)?${WHO}`,
    `${FALL_DE} (?:hilft|helfen|vertritt|erreichen|unterstützt)(?: sie| ihnen| mich)?${WHO}(?: (?:gerne?|weiter|gern weiter))?`,
    `(?:ich (?:werde|bin|antworte|melde)|ihre (?:nachricht|email|mail))(?: (?:mich|ihnen|bei ihnen|mich bei ihnen|wird|ihre|ihre nachricht|ihre email|auf ihre nachricht|auf ihre email|erst|umgehend|dann|wieder|gerne?)){0,4} (?:nach meiner rückkehr|ab(?: dem)? #)(?: (?:wieder|gerne?|umgehend|ihre|nachricht|email|ihnen|für sie|da|im büro|erreichbar|beantworten|beantwortet|bearbeiten|bearbeitet|lesen|gelesen|antworten|melden|zurück|sein)){0,5}`,
    `ab(?: dem)? # bin ich wieder (?:erreichbar|im büro|für sie da|da)`,
    '(?:bitte )?(?:antworten sie )?(?:bitte )?nicht auf diese (?:email|nachricht|mail)(?: antworten)?',
    '(?:ihre )?(?:vorgangsnummer|ticketnummer|fallnummer|aktenzeichen)(?: lautet| ist)?[ :]{0,3}#',
  ],
}

// French
const JUSQU = "(?: (?:du|au|le|jusqu'au|jusqu'à|inclus|jusqu'au|à partir du|et|#|nouvel ordre)){0,12}"
const ABSENT_FR = `(?:(?:je suis|je serai|nous sommes)(?: (?:actuellement|présentement|en ce moment))?|actuellement) (?:absente?|en (?:congés?|vacances|déplacement|arrêt maladie)|en congé (?:maternité|parental|maladie)|hors du bureau|indisponible)(?: du bureau)?${JUSQU}`
const REPONSE = `(?:et )?(?:je |nous )(?:répondrai|vous répondrai|répondrons|prendrai connaissance|traiterai|reviendrai vers vous|vous recontacterai)(?: (?:à|de) (?:votre|vos) (?:messages?|emails?|mails?|courriels?|demande))?(?: (?:dès|à) mon retour(?: le #)?)`
const FRENCH = {
  automatic: [
    "(?:ceci est|il s'agit d'|cet? (?:email|message|courriel) est) ?(?:une? )?(?:message |réponse |courriel |email )?(?:automatique|généré automatiquement|envoyé automatiquement)",
    '(?:réponse|message) automatique',
    'nous avons bien reçu votre (?:message|demande|email|courriel) et (?:nous )?(?:vous répondrons|y répondrons|reviendrons vers vous|vous recontacterons) (?:dans les (?:plus brefs|meilleurs) délais|sous # \\S{1,12})',
  ],
  backed: [`${ABSENT_FR},? ${REPONSE}`],
  absent: [ABSENT_FR],
  around: [
    'merci (?:de|pour) (?:votre|ton) (?:message|email|mail|courriel)',
    REPONSE,
    `(?:en cas d'urgence|pour toute (?:urgence|demande urgente)|durant mon absence|en mon absence|pendant mon absence),? (?:veuillez |vous pouvez |merci de |n'hésitez pas à )?(?:contacter|vous adresser à|joindre|contactez)${WHO}`,
    `(?:veuillez|merci de|vous pouvez) (?:(?:contacter|vous adresser à)${WHO}|joindre${WHO_AT})(?: en cas d'urgence)?`,
    'merci de ne pas répondre à (?:ce|cet) (?:message|email|courriel)',
    'je serai de retour(?: au bureau)?(?: à partir du| le)? #',
  ],
}

// Spanish
const HASTA = '(?: (?:desde|del|de|al|hasta|el|día|inclusive|y|hasta la próxima semana|#)){0,12}'
const ABSENT_ES = `(?:(?:actualmente )?(?:estoy|estaré|me encuentro|me encontraré|estamos)(?: actualmente)?) (?:fuera de (?:la |mi )?oficina|de (?:vacaciones|baja|permiso|viaje)|ausente|de baja por maternidad)${HASTA}`
const RESPONDERE =
  '(?:y )?(?:le |te )?(?:responderé|contestaré|atenderé)(?: (?:a )?(?:su|tu) (?:mensaje|correo|email))?(?: (?:a mi (?:regreso|vuelta)|cuando (?:regrese|vuelva)|a partir del #))'
const SPANISH = {
  automatic: [
    '(?:este|esta|esto) es (?:un|una) (?:mensaje|correo|respuesta|email) (?:generad[oa] |enviad[oa] )?(?:automátic[oa]|automáticamente)',
    'respuesta automática',
    'hemos recibido su (?:mensaje|correo|solicitud|consulta) y (?:le )?(?:responderemos|contestaremos|contactaremos|atenderemos) (?:lo antes posible|a la (?:mayor )?brevedad|en # \\S{1,12})',
  ],
  backed: [`${ABSENT_ES},? ${RESPONDERE}`],
  absent: [ABSENT_ES],
  around: [
    '(?:muchas )?gracias por (?:su|tu) (?:mensaje|correo|email|mail)',
    RESPONDERE,
    `(?:para (?:asuntos|temas|cuestiones) urgentes|si es urgente|en caso de urgencia|para cualquier urgencia|durante mi ausencia|en mi ausencia),? (?:por favor,? )?(?:contacte(?: con)?|contactar(?: con)?|póngase en contacto con|escriba a|diríjase a|puede (?:contactar con|escribir a))${WHO}`,
    `(?:por favor,? )?(?:contacte con|póngase en contacto con|diríjase a)${WHO}(?: para (?:asuntos|temas) urgentes)?`,
    '(?:por favor,? )?no (?:responda|conteste) a este (?:mensaje|correo|email)',
    'regreso el(?: día)? #|(?:estaré de vuelta|vuelvo) el #',
  ],
}

// Portuguese
const ATE = '(?: (?:de|do|a|ao|até|o|dia|inclusive|e|#)){0,12}'
const ABSENT_PT = `(?:(?:estou|estarei|encontro-me|estamos)(?: atualmente)?) (?:fora do escritório|de férias|ausente|em viagem|de licença(?: maternidade)?|de baixa)${ATE}`
const RESPONDEREI =
  '(?:e )?(?:responderei|irei responder)(?: (?:à|a) sua mensagem| ao seu email)?(?: (?:no meu (?:retorno|regresso)|assim que (?:possível|voltar|regressar)|quando (?:voltar|regressar)|a partir de #))'
const PORTUGUESE = {
  automatic: [
    'est[ae] é uma? (?:mensagem|resposta|email) automátic[oa]',
    'resposta automática',
    'recebemos (?:a )?sua (?:mensagem|solicitação) e (?:responderemos|entraremos em contato) (?:em breve|o mais breve possível|em até # \\S{1,12})',
  ],
  backed: [`${ABSENT_PT},? ${RESPONDEREI}`],
  absent: [ABSENT_PT],
  around: [
    '(?:muito )?obrigad[oa] (?:pela sua mensagem|pelo seu (?:email|contato|contacto))',
    RESPONDEREI,
    `(?:em caso de urgência|para assuntos urgentes|se for urgente|na minha ausência|durante a minha ausência),? (?:por favor,? )?(?:entre em contato com|contacte|contate|contactar|fale com|escreva para)${WHO}`,
    `(?:por favor,? )?(?:entre em contato com|contacte|contate)${WHO}(?: para assuntos urgentes)?`,
    '(?:por favor,? )?não responda a est[ae] (?:mensagem|email)',
  ],
}

// Italian
const FINO = '(?: (?:dal|al|fino|fino al|fino a|il|compreso|incluso|e|#)){0,12}'
const ABSENT_IT = `(?:(?:sono|sarò|siamo)(?: attualmente)?) (?:fuori (?:ufficio|sede)|in ferie|assente|in vacanza|in (?:congedo|maternità)|in viaggio)${FINO}`
const RISPONDERO =
  '(?:e )?(?:vi |le |ti )?(?:risponderò|leggerò)(?: (?:alla sua|alla tua|la sua) (?:email|mail|messaggio))?(?: (?:al mio (?:rientro|ritorno)|quando rientro))'
const ITALIAN = {
  automatic: [
    "quest[aoe'] ?(?:è )?una? (?:messaggio|risposta|email|mail) (?:generat[oa] )?(?:automatic[oa]|automaticamente)",
    'risposta automatica',
    'abbiamo ricevuto (?:la )?(?:tua|sua|vostra) (?:richiesta|email|mail) e (?:risponderemo|la ricontatteremo|vi risponderemo) (?:al più presto|il prima possibile|entro # \\S{1,12})',
  ],
  backed: [`${ABSENT_IT},? ${RISPONDERO}`],
  absent: [ABSENT_IT],
  around: [
    'grazie per (?:la (?:sua|tua|vostra) (?:email|mail|richiesta)|il (?:suo|tuo|vostro) messaggio|averci contattato)',
    RISPONDERO,
    `(?:per (?:urgenze|(?:questioni|richieste|comunicazioni) urgenti)|in caso di (?:urgenza|necessità)|in mia assenza|durante la mia assenza),? (?:si prega di |potete |può |per favore )?(?:contattare|contatta(?:te)?|contatti|scrivere a|rivolgersi a)${WHO}`,
    `(?:si prega di )?(?:contattare|contatti|contattate)${WHO}(?: per urgenze)?`,
    '(?:si prega di )?non rispondere a quest[ao] (?:email|mail|messaggio)',
    '(?:rientro|rientrerò|sarò di ritorno) il #',
  ],
}

// Dutch
const TOT = '(?: (?:van|vanaf|tot|tot en met|t/m|en|met|#|nader order)){0,12}'
const ABSENT_NL = `(?:(?:ik ben|wij zijn|momenteel ben ik)(?: momenteel| op dit moment)?)${TOT} (?:afwezig|niet (?:op kantoor|aanwezig|bereikbaar)|(?:met|op) (?:vakantie|verlof|zwangerschapsverlof))${TOT}`
const DUTCH = {
  automatic: [
    'dit is een (?:automatisch|geautomatiseerd)e? (?:antwoord|bericht|email|mail)',
    'dit bericht (?:is|wordt|werd) automatisch (?:gegenereerd|verzonden|verstuurd|aangemaakt)',
    'automatisch antwoord',
    'we(?:ij)? hebben uw (?:bericht|aanvraag|email|mail)(?: in goede orde)? ontvangen en (?:nemen|reageren|zullen)(?: \\S{1,14}){0,3} (?:zo snel mogelijk|zo spoedig mogelijk|binnen # \\S{1,12})(?: \\S{1,14}){0,4}',
  ],
  backed: [],
  absent: [ABSENT_NL],
  around: [
    '(?:bedankt|dank|dank u|hartelijk dank) voor (?:uw|je|jouw) (?:bericht|email|mail)',
    '(?:bij|na) (?:mijn )?terugkomst (?:beantwoord|lees|behandel) ik (?:uw|je) (?:mail|bericht|email)',
    'ik (?:beantwoord|lees|behandel) (?:uw|je) (?:mail|bericht|email) (?:bij|na) (?:mijn )?terugkomst',
    `(?:voor (?:dringende|urgente|spoedeisende) (?:zaken|vragen)|bij spoed|tijdens mijn afwezigheid|in dringende gevallen)[,:]? ?(?:(?:(?:kunt u|kun je|graag|gelieve)? ?(?:contact op(?:nemen|te nemen)? met|contact opnemen met|mailen naar|bellen met|terecht bij))${WHO}|${WHO_AT})`,
    'gelieve niet te (?:antwoorden|reageren)(?: op dit bericht)?',
  ],
}

// Polish
const DO = '(?: (?:od|do|dnia|włącznie|#)){0,12}'
const ABSENT_PL = `(?:(?:obecnie |aktualnie )?(?:jestem|będę|przebywam)(?: obecnie| aktualnie)?) (?:nieobecn[ya](?: w biurze)?|poza biurem|na (?:urlopie|zwolnieniu)(?: \\S{3,16})?|niedostępn[ya])${DO}`
const POLISH = {
  automatic: [
    'to (?:jest )?(?:wiadomość|odpowiedź) (?:wygenerowana )?automatyczn[ai]e?',
    '(?:wiadomość|odpowiedź) (?:została )?(?:wygenerowana|wysłana) automatycznie',
    'automatyczna odpowiedź',
    'otrzymaliśmy (?:państwa|twoj[ąe]) (?:wiadomość|zgłoszenie) i (?:odpowiemy|skontaktujemy się) (?:jak najszybciej|w ciągu # \\S{1,12})',
  ],
  backed: [],
  absent: [ABSENT_PL],
  around: [
    'dziękuję za (?:wiadomość|maila|kontakt|państwa wiadomość)',
    '(?:odpowiem|odpiszę)(?: na (?:państwa|twoją) wiadomość)? po (?:moim )?powrocie',
    `w (?:pilnych sprawach|sprawach pilnych|razie pilnej potrzeby),? (?:proszę o kontakt z|proszę kontaktować się z|prosimy o kontakt z|proszę pisać na)${WHO}`,
    `proszę o kontakt z${WHO_AT}`,
    '(?:prosimy|proszę) nie odpowiadać na (?:tę|te) wiadomość',
  ],
}

// Others
const ABSENT_RU =
  '(?:я )?(?:сейчас |временно )?(?:нахожусь |буду )?(?:в отпуске|вне офиса|в командировке|отсутствую(?: на рабочем месте| в офисе)?)(?: (?:с|до|по|включительно|и|#)){0,12}'
const ABSENT_SV =
  'j(?:ag|eg) (?:är|er)(?: (?:för närvarande|just nu|i øjeblikket))? (?:på (?:semester|ferie|tjänsteresa)|bortrest|ledig|frånvarande|fraværende|inte på kontoret|ikke på kontoret)(?: (?:från|fra|till|til|t\\.o\\.m|och|og|med|den|#)){0,12}'
const ABSENT_VI =
  '(?:tôi )?(?:hiện )?(?:đang )?(?:nghỉ phép|vắng mặt|không có mặt tại văn phòng)(?: (?:từ|đến|ngày|hết|#)){0,12}'
const OTHERS = {
  automatic: [
    'это автоматическ(?:ий|ое) (?:ответ|сообщение|письмо)|автоматический ответ',
    '(?:это )?(?:письмо|сообщение) (?:было )?(?:сформировано|создано|отправлено) автоматически',
    'ваш[ае]? (?:обращение|запрос|письмо|заявка) (?:№ ?)?# (?:принят[ао]?|зарегистрирован[ао]?|получен[ао]?)',
    'd(?:etta|ette) (?:är|er) (?:ett?|en) automatisk?t? (?:svar|meddelande|besked)',
    'この(?:メール|メッセージ)は自動(?:返信|応答|送信|配信)(?:メール|されています|により送信されています)?(?:です)?',
    '(?:本邮件|此邮件)(?:由|为)系统自动(?:发送|回复|发出)(?:,请勿(?:直接)?回复)?|自动回复|系统自动回复',
    '(?:이 메일은 )?자동 ?(?:회신|응답|발송)(?: ?메일)?(?:입니다)?|발신 ?전용(?: ?메일)?(?:입니다)?',
    '(?:đây là )?(?:thư|email) (?:này )?(?:được )?(?:trả lời|gửi) tự động',
  ],
  backed: ['(?:我)?(?:正在|目前)?(?:休假|外出|出差|不在办公室),?#(?:日|号)?(?:回来|返回|回到办公室)'],
  absent: [
    ABSENT_RU,
    ABSENT_SV,
    ABSENT_VI,
    '(?:誠に勝手ながら、?)?(?:ただいま|現在)?#?(?:より)?#?(?:\\(.\\))?(?:まで)?(?:の間)?(?:不在(?:に(?:しております|しています)|です|となります)|休暇(?:を(?:いただいて|取って|頂いて)(?:おり|い)ます|中です))',
    '(?:我)?(?:将|正在|目前)?(?:休假|外出|出差|不在办公室)(?:至|到)?#?',
    '#?(?:부터 #)?(?:까지 )?(?:휴가(?: ?중)?|부재 ?중|출장 ?중)(?:입니다)?',
  ],
  around: [
    'спасибо за (?:ваше )?(?:письмо|сообщение|обращение)',
    `по срочным (?:вопросам|делам),? (?:пожалуйста,? )?(?:обращайтесь|пишите|звоните|свяжитесь)(?: к| с)?${WHO}`,
    '(?:я )?(?:отвечу|ответить смогу)(?: вам| на ваше письмо)? (?:по возвращении|после (?:#|возвращения))',
    '(?:пожалуйста,? )?не отвечайте на (?:это|данное) (?:письмо|сообщение)',
    `(?:vid brådskande (?:ärenden|frågor)|ved hastende (?:saker|henvendelser)|vid akuta ärenden),? (?:vänligen )?(?:kontakta|kontakt)${WHO}`,
    '(?:tack för (?:ditt|er) (?:mail|mejl|meddelande)|tak for (?:din|deres) (?:mail|besked)|takk for (?:din )?(?:epost|henvendelsen))',
    'jag (?:svarar|läser|besvarar)(?: (?:på )?(?:ditt|dina) (?:mail|mejl))? när jag är tillbaka',
    `(?:nếu khẩn(?: cấp)?|trong trường hợp khẩn cấp),? (?:vui lòng |xin )?(?:liên hệ)${WHO}`,
    'お急ぎの場合は、? ?@ ?まで(?:ご連絡|お問い合わせ)(?:ください|くださいますようお願い(?:いた)?します)',
    '(?:如有紧急(?:事宜|情况|事务)|如有急事),?请联系 ?@',
    '급한 (?:용건|업무|사항)(?:은|이 있으시면) @ ?(?:으?로) (?:연락|문의)(?: ?(?:바랍니다|주세요|부탁드립니다|주시기 바랍니다))?',
  ],
}

/** "I will reply on Monday": people promise that too. */
const PROMISES = [
  `${ANSWER} on #`,
  'ich (?:melde|werde|antworte)(?: (?:mich|ihnen|bei ihnen|mich bei ihnen|auf ihre nachricht|auf ihre email)){0,2} am #(?: (?:wieder|gerne?|melden|antworten)){0,2}',
  '(?:et )?(?:je |nous )(?:répondrai|vous répondrai|répondrons|reviendrai vers vous|vous recontacterai)(?: à votre (?:message|email|mail|demande))? le #',
  '(?:e )?(?:vi |le |ti )?risponderò(?: (?:alla sua|alla tua) (?:email|mail))? il #',
]

const ALL = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, POLISH, OTHERS]

/** Says that the response is automatic, that a help desk received something, or that a filter holds the message. */
export const AUTOMATIC = whole(...ALL.flatMap(({ automatic }) => automatic))
/** Says that the recipient is absent, and what happens meanwhile. */
export const BACKED = whole(...ALL.flatMap(({ backed }) => backed))
/** Says that the recipient is absent. A person who is travelling may write that too, so it needs a second sentence. */
export const ABSENT = whole(...ALL.flatMap(({ absent }) => absent))
/** Says what happens meanwhile: who helps, when the response comes. */
export const AROUND = whole(...ALL.flatMap(({ around }) => around))
/** Proves nothing, but may stand in an automatic response. */
export const PROMISED = whole(...PROMISES)
