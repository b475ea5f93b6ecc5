/**
 * How automatic answers say that they are automatic, in the languages they are written in. Every pattern is a plain
 * phrase or has bounded gaps, so that a search takes linear time.
 */

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'iu')
const startingWith = (...phrases: string[]) => new RegExp(`^(${phrases.join('|')})`, 'iu')

/** Beginnings of subjects, what stands before the first letter taken away. */
export const AUTOMATIC_SUBJECT = startingWith(
  'auto(mati[ck]|mated|matisch)?[- ]?(reply|response|answer|responder|acknowledge?ment|confirmation)',
  'auto ?:',
  '(ticket|request|case) (received|created|opened|logged)',
  'out[- ]of[- ](the[- ])?office',
  "(i['’]?a?m |is |currently )?(away from|not in) (the|my) office",
  "(i['’]m|i am) (currently )?(out of (the |my )?office|away|on (vacation|leave|holiday))",
  '(on )?(vacation|annual leave|maternity leave|parental leave|holiday) (reply|notice|message|notification|auto|until|responder)',
  '(on )?(annual|maternity|parental|sick) leave|on (leave|vacation|holidays?)\\b|(vacation|holidays?|leave|ooo|oof)$|ooo[ :-]',
  'abwesenheit|abwesend|nicht im (büro|haus)|im urlaub|urlaubs?(notiz|meldung|benachrichtigung|vertretung)?\\b|außer haus|automatische ?(antwort|e-?mail|benachrichtigung|eingangs|empfangs)|autom\\. antwort|eingangsbestätigung|empfangsbestätigung',
  "réponse automatique|réponse d['’]absence|absence|absente?\\b|accusé de réception|message automatique|(en )?congés?\\b|hors du bureau",
  'respuesta automática|contestación automática|fuera de (la )?oficina|ausente|ausencia|de vacaciones|acuse de recibo',
  'risposta automatica|fuori (ufficio|sede)|assenza|assente|in ferie|conferma di ricezione',
  'resposta autom[áà]tica|fora do escritório|ausência|de férias|confirmação de recebimento',
  'automatisch (antwoord|bericht)|afwezig|niet (op kantoor|aanwezig)|ontvangstbevestiging|buiten kantoor',
  'automati(skt|sk) (svar|meddel)|autosvar|frånvar|fravær|ikke på kontoret|ude af (huset|kontoret)|på (semester|ferie)|automaattinen (vastaus|poissaolo)|poissa',
  'odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|nieobecno|poza biurem|na urlopie|automatická odpově[dď]|mimo kancelář|nepřítomn|na dovolené|odpoveď automatická',
  'автоответ|автоматическ(ий|ое) (ответ|уведомление)|ответ автоматически|вне офиса|в отпуске|отсутстви|автоматична відповідь|автовідповідь|автоматичен отговор',
  'otomatik (yanıt|cevap)|ofis dışı|automatikus (válasz|üzenet)|házon kívül|răspuns automat|automatski odgovor|samodejni odgovor|automatinis atsakymas|automātiska atbilde|automaatvastus|automaatne vastus',
  'αυτόματη απάντηση|מענה אוטומטי|תשובה אוטומטית|الرد التلقائي|رد تلقائي|ตอบกลับอัตโนมัติ|(balasan|jawaban) otomatis',
  '自動返信|自動応答|自動送信|不在(通知|の|に|:|：|$)|自动(回复|答复)|自動(回覆|回復)|不在办公室|休假|자동 ?(회신|응답|답장)|부재중|(thư )?trả lời tự động|vắng mặt',
)

/** In a subject that answers or forwards nothing, these count anywhere. */
export const AUTOMATIC_IN_SUBJECT = anyOf(
  '\\bis (currently )?(out of (the )?office|on (vacation|leave|holiday))\\b',
  '(\\(|\\[)(auto[- ]?reply|auto[- ]?response|automatic reply|out of (the )?office|abwesend|abwesenheitsnotiz|absent|ausente)(\\)|\\])',
  '\\[?(ticket|case|request|anfrage|vorgang|demande|solicitud|заявка|обращение) ?(id|no\\.?|nr\\.?|number|nummer)?[ :]{0,3}#? ?[a-z]{0,4}-?\\d{3,}.{0,80}(received|created|opened|logged|erhalten|eröffnet|erstellt|reçue?|recibid|ricevut|recebid|принят|получен)',
  '(we (have )?received your (request|message|e-?mail|inquiry|enquiry|ticket)|your (request|ticket|inquiry|enquiry) (has been|was) (received|created|opened))',
)

/** A line or sentence begins here. */
const SENTENCE = '(?:^|[.!*>()\\[\\]:;\\n—–=-]\\s{0,3})'
const sentence = (...phrases: string[]) => new RegExp(`${SENTENCE}(?:${phrases.join('|')})`, 'imu')

/** A message that calls itself automatic. */
export const SAYS_AUTOMATIC = sentence(
  '(please note:? ?)?(that )?this is an? (automat(ed|ic)|auto-?generated|auto-?reply|auto-?response|autoresponder|computer[- ]generated|system[- ]generated)',
  '(this|the) (e-?mail|message|reply|mail|response|notification) (was|is|has been) (being )?((sent|generated|created) automatically|automatically (sent|generated|created))',
  'automatically generated (message|reply|response|e-?mail)|automated (reply|response) from',
  '(please )?do not (reply|respond) (directly )?to this (e-?mail|message|mail|address)',
  'this (mailbox|inbox|(e-?mail )?address|account) is (not|no longer|un) ?monitored|replies to this (message|e-?mail|address) are not',
  'dies(er?|es)? (ist|nachricht ist|e-?mail ist) eine? (automatisch|maschinell)|diese (e-?mail|nachricht|antwort|mail) (wurde|wird|ist) (automatisch|maschinell) (generiert|erstellt|erzeugt|versendet|verschickt|gesendet)|automatisch (generierte|erstellte|erzeugte|versendete)|bitte (antworten sie )?nicht auf diese',
  "(ceci|cet|il s['’]agit|ce (message|courriel|mail))( \\S{1,20}){0,3} (message |réponse |courriel |e-?mail )?(est )?(une? )?(automatique|généré|envoyé automatiquement)|réponse automatique|message automatique|merci de ne pas répondre",
  '(este|esta|esto) (es |mensaje |correo |e-?mail |é |mensagem |respuesta |resposta )(\\S{1,20} ){0,4}(automátic|automaticamente|automáticamente)|(favor|por favor)[, ]+no (responda|conteste)|no responda a este|não responda a est|generado automáticamente|gerada automaticamente',
  '(questo|questa) (è|e-?mail|messaggio|risposta)( \\S{1,20}){0,4} automatic|non rispondere a quest|si prega di non rispondere',
  'dit is een (automatisch|geautomatiseerd)|dit bericht (is|wordt|werd) automatisch (gegenereerd|verzonden|verstuurd|aangemaakt)|gelieve niet te (antwoorden|reageren)',
  '(to|ta|niniejsza) (jest )?(wiadomość )?(została )?(wygenerowana )?(automatyczn|odpowiedź automatyczna)|prosimy nie odpowiadać|wiadomość (została )?wygenerowana automatycznie',
  '(это|данное|настоящее)( \\S{1,20}){0,4} автоматическ|(письмо|сообщение) (было )?(сформировано|создано|отправлено) автоматически|автоматический ответ|(пожалуйста, )?не отвечайте на (это|данное)',
  'd(etta|ette) är ett automatisk|dette er (en|et) (automatisk|autogenerer)|svara inte på detta|svar ikke på denne',
  'bu (e-?posta|mesaj|ileti)( \\S{1,20}){0,3} otomatik|toto je automatick|ez egy automatikus',
)
/** The line that a ticket system asks to answer above, and languages whose words have no gaps between them. */
export const MARKED_AUTOMATIC = anyOf(
  '##-? ?\\p{L}[^\\n]{5,80} ?-?##',
  '自動(返信|応答|送信|配信)(メール|メッセージ|です|されて|して|により)|このメールは自動|自动(回复|发送|答复)|系统自动|此邮件(由|为)(系统|自动)|請勿(直接)?回覆|请勿(直接)?回复|자동 ?(회신|응답|발송)|발신 ?전용|(thư|email) (này )?(được )?(trả lời|gửi) tự động',
)

/** Somebody is absent at the time of writing. A person on the road may say that too: it takes more. */
export const SAYS_ABSENT = anyOf(
  "\\b(i am|i['’]m|i will be|i['’]ll be|we are|we will be) (currently |presently |now )?(out of (the |my |our )?office|out of town|away|off work|closed|on (annual |parental |maternity |paternity |sick |medical |summer |christmas )?(leave|vacation|holidays?)|on a business trip|travel?ling|not in the office|not available|unavailable)",
  '\\b(out of|away from|not in|back in) (the )?office (until|from|through|on|between)|\\bOOO\\b|have left the company|no longer (work|with|employed)|office is closed',
  '\\bich (bin|befinde mich|werde)( \\S{1,40}){0,12} (nicht (im|am|in|erreichbar|verfügbar)|abwesend|außer haus|im urlaub|in elternzeit|auf dienstreise|erkrankt)|bin ich( \\S{1,40}){0,6} (nicht|abwesend|im urlaub|außer haus)|nicht mehr (im unternehmen|für) |unser büro ist( \\S{1,30}){0,6} geschlossen',
  '\\bje (suis|serai)( \\S{1,30}){0,5} (absente?|en congés?|en vacances|en déplacement|hors du bureau|indisponible)|actuellement (absente?|en (congés?|vacances|déplacement))',
  '(estoy|estaré|me encuentro|me encontraré|estou|estarei|encontro-me)( \\S{1,30}){0,5} (fuera de|fora do|de vacaciones|de férias|ausente|en viaje|em viagem|de licen[cç]i?a)',
  '(sono|sarò)( \\S{1,30}){0,5} (fuori (ufficio|sede)|in ferie|assente|in vacanza|in viaggio)',
  'ik ben( \\S{1,30}){0,6} (afwezig|niet (op kantoor|aanwezig|bereikbaar)|met vakantie|op vakantie|met verlof)',
  '(jestem|będę|przebywam|przebywał\\S{0,2})( \\S{1,30}){0,5} (nieobecn|poza biurem|na urlopie|niedostępn)|(jsem|budu)( \\S{1,30}){0,5} (mimo kancelář|na dovolené|nepřítom)',
  '(я |нахожусь |буду |меня )(\\S{1,30} ){0,5}(в отпуске|отсутств|вне офиса|в командировке|не будет|недоступ)',
  '\\bj(ag|eg) (är|er)( \\S{1,30}){0,5} (bortrest|på (semester|ferie|kontoret)|ledig|frånvarande|fraværende|ikke|inte)',
  '(izindeyim|izinde olacağım|ofis dışında|szabadságon|concediu)|不在(に|と|です|の)|休暇(中|を|の)|休业|休假|不在办公室|外出中|出差|부재중|휴가|출장|(đang )?nghỉ phép|vắng mặt',
)
/** What stands in such texts when nobody is there to read the answer. */
export const ABSENCE_FORMULA = anyOf(
  "limited (access|availability|e-?mail|internet)|no access to|(up)?on my return|when i (return|get back|am back|['’]m back)|after my return|urgent|immediate (assistance|attention|help)|emergenc|in my absence|while i['’]? ?a?m (away|out)|please (contact|reach out to|write to|call|e-?mail)|will (reply|respond|answer|get back to you)|direct (all |any |your )?(enquir|inquir|question|request|e-?mail)",
  '^\\s{0,20}(hi|hello|dear|good day)?[^\\n]{0,40}\\n?\\s{0,20}(many )?thank(s| you) for (your|the|contacting|reaching|e-?mailing|writing)',
  'dringend|in (meiner )?abwesenheit|nach (meiner )?rückkehr|vertretung|vertritt|weitergeleitet|wenden sie sich|kontaktieren sie|(vielen )?dank für ihre|ab dem',
  "en cas d['’]urgence|urgent|à mon retour|mon absence|veuillez (contacter|vous adresser)|accès (limité|restreint)|merci (de|pour) votre",
  'urgen|a mi (regreso|vuelta)|mi ausencia|contacte|contactar|póngase|acceso limitado|gracias por su|al mio (rientro|ritorno)|in mia assenza|contatta|grazie per|no meu (retorno|regresso)|minha ausência|entre em contato|obrigad[oa] (pel|por)|acesso limitado',
  'dringende|bij (mijn )?terugkomst|mijn afwezigheid|contact op(nemen)?|bedankt voor|pilny|pilnych|po powrocie|proszę o kontakt|dziękuję za|naléhav|po návratu|děkuji za',
  'срочн|по возвращении|в мо[её] отсутствие|обращайтесь|свяжитесь|спасибо за|brådskande|akut|haste|kontakta|kontakt|tillbaka|tilbake|tilbage|tack för|takk for|tak for',
  'acil|döndüğümde|teşekkür|sürgős|köszönöm|urgență|緊急|お急ぎ|戻り|ありがとうございます|紧急|回来|联系|感谢|谢谢|긴급|급한|복귀|감사|khẩn|cảm ơn',
)

/** "We got it, somebody will answer": a desk's confirmation, with what nobody writes by hand. */
export const CONFIRMS_RECEIPT = anyOf(
  '(we( have|["’\']ve)? received your|(message|request|e-?mail|inquiry|enquiry|ticket|case|submission|application) (has been|was) (successfully )?(received|logged|created|opened|registered|assigned)|thank(s| you) for (contacting|your (request|inquiry|enquiry|message)))[^?]{0,400}(ticket|case|reference|request) ?(id|no\\.?|number|#|:)|(ticket|case|reference|request) ?(id|no\\.?|number|#|:)[^?]{0,400}(we( have)? received|(has been|was) (received|logged|created|opened|registered))',
  "(we( have|['’]ve)? received your (message|request|e-?mail|inquiry|enquiry|application)|your (message|request|e-?mail|inquiry|enquiry|application) (has been|was) received)[^?]{0,200}(will|['’]ll|shall) (be (in touch|answered|processed|reviewed|reviewing|handled)|get back|respond|reply|answer|contact you|review|process)",
  '(wir haben ihre (anfrage|nachricht|e-?mail)|ihre (anfrage|nachricht|e-?mail) (ist|wurde|haben wir))[^?]{0,200}(erhalten|eingegangen)[^?]{0,200}(ticket|vorgang|so (bald|schnell)|schnellstmöglich|werktag|umgehend)',
  'nous avons bien reçu votre[^?]{0,300}(dans les (plus brefs|meilleurs) délais|ticket|numéro|sous \\d+)|hemos recibido su[^?]{0,300}(ticket|número|lo antes posible|a la (mayor )?brevedad)|abbiamo ricevuto (la )?(tua|sua|vostra)[^?]{0,300}(ticket|numero|al più presto|il prima possibile)|recebemos (a )?sua[^?]{0,300}(ticket|chamado|protocolo|em breve|o mais breve)',
  'we hebben uw (bericht|aanvraag|e-?mail)[^?]{0,80}ontvangen|(ваше|ваш) (обращение|запрос|письмо|заявка)[^?]{0,80}(принят|зарегистрирован|получен)|otrzymaliśmy (państwa|twoją)[^?]{0,200}(zgłoszeni|numer|jak najszybciej)',
  'お問い合わせ(を受け付け|いただき|ありがとう)|受け付けいたしました|我们已收到您的|您的(请求|邮件)已(收到|受理)|(문의|요청)(가|이) (접수|등록)',
)

/** A gate that asks the sender to prove to be somebody. */
export const CHALLENGES = anyOf(
  '(confirm|verify|prove)[^.?!\\n]{0,40} you (are|["’\']re) (a |an )?(human|real|person|not a)',
  '(sender|challenge)[- ](address )?(verification|response|authentication|confirmation)|verification (of (the )?sender|request for your message)',
  '(message|e-?mail|mail) (you sent )?(\\S{1,60} ){0,4}(has been|was|is( being)?|will be) (held|quarantined|on hold|delayed|suspended|not (yet )?(been )?delivered)[^?]{0,300}(click|confirm|verify|captcha|reply to this|approve|link)',
  '(click|follow|visit|use) (\\S{1,30} ){0,6}(link|button|below|here|address)[^?]{0,120}(deliver|release|complete the (verification|captcha)|be added to|approved sender|allow-?list|white-?list)',
  '(klicken sie|bestätigen sie)[^?]{0,160}(zugestellt|freigegeben|freischalt|kein (roboter|spam))|(cliquez|confirmez)[^?]{0,160}(délivré|remis|pas un robot|authentifi)|(haga clic|confirme)[^?]{0,160}(entregad|no es un robot)',
)
