/**
 * The phrases that mark a subject as automatic, in many languages. Every pattern is a plain phrase or has bounded gaps, so that a
 * search takes linear time.
 */

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'iu')
const startingWith = (...phrases: string[]) => new RegExp(`^(${phrases.join('|')})`, 'iu')

/** Beginnings of subjects, after any characters before the first letter are removed. */
export const AUTOMATIC_SUBJECT = startingWith(
  'auto(mati[ck]|mated|matisch)?[- ]?(reply|response|answer|responder|acknowledge?ment|confirmation)',
  // Lotus Notes; "Auto: …" alone may be about a car.
  'auto ?:.{0,200}(out of|away|absent|außer haus|abwesend|returning|rückkehr|retour|fuera|fuori|ausente|assente|afwezig|reply|response|antwort)',
  'ticket (received|created|opened|logged)',
  // Without a number or a subject, a person may write it.
  '(request|case) (received|created|opened|logged)(?= ?[-–:#(\\[\\]])',
  'out[- ]of[- ](the[- ])?office',
  "(i['’]?a?m |is |currently )?(away from|not in) (the|my) office",
  "(i['’]m|i am) (currently )?(out of (the |my )?office|away|on (vacation|leave|holiday))(?= (until|till|from|through|to)\\b|\\s?[:!.(–-]|$)",
  '(on )?(vacation|annual leave|maternity leave|parental leave|holiday) (reply|notice|message|notification|auto|until|responder)',
  '(on )?(annual|maternity|parental|sick) leave|on (leave|vacation|holidays?)\\b|(vacation|holidays?|leave|ooo|oof)$|ooo[ :-]',
  'abwesenheit|abwesend|nicht im (büro|haus)|im urlaub|urlaubs?(notiz|meldung|benachrichtigung|vertretung)\\b|urlaub( bis| vom| ab| von|\\s?[:(–-]|$)|außer haus|automatische ?(antwort|e-?mail|benachrichtigung|eingangs|empfangs)|autom\\. antwort|eingangsbestätigung|empfangsbestätigung',
  "réponse automatique|réponse d['’]absence|absence(?! de)\\b|absente?( du| jusqu| au| pour| actuel|\\s?[:(–-]|$)|accusé de réception|message automatique|en congés?\\b|congés?( du| jusqu| annuels|\\s?[:(–-]|$)|hors du bureau",
  'respuesta automática|contestación automática|fuera de (la )?oficina|ausente|ausencia(?! de)|de vacaciones|acuse de recibo',
  'risposta automatica|fuori (ufficio|sede)|assenza(?! di)|assente|in ferie|conferma di ricezione',
  'resposta autom[áà]tica|fora do escritório|ausência(?! de)|de férias|confirmação de recebimento',
  'automatisch (antwoord|bericht)|afwezig|niet (op kantoor|aanwezig)|ontvangstbevestiging|buiten kantoor',
  'automati(skt|sk) (svar|meddel)|autosvar|frånvar|fravær|ikke på kontoret|ude af (huset|kontoret)|på (semester|ferie)|automaattinen (vastaus|poissaolo)|poissa',
  'odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|nieobecno|poza biurem|na urlopie|automatická odpově[dď]|mimo kancelář|nepřítomn|na dovolené|odpoveď automatická',
  'автоответ|автоматическ(ий|ое) (ответ|уведомление)|ответ автоматически|вне офиса|в отпуске|отсутстви[ея]( на | в офисе| до | с |\\s?[:(–-]|$)|автоматична відповідь|автовідповідь|автоматичен отговор',
  'otomatik (yanıt|cevap)|ofis dışı|automatikus (válasz|üzenet)|házon kívül|răspuns automat|automatski odgovor|samodejni odgovor|automatinis atsakymas|automātiska atbilde|automaatvastus|automaatne vastus',
  'αυτόματη απάντηση|מענה אוטומטי|תשובה אוטומטית|الرد التلقائي|رد تلقائي|ตอบกลับอัตโนมัติ|(balasan|jawaban) otomatis',
  '自動返信|自動応答|自動送信|不在(通知|の|に|:|：|$)|自动(回复|答复)|自動(回覆|回復)|不在办公室|休假|자동 ?(회신|응답|답장)|부재중|(thư )?trả lời tự động|vắng mặt',
)

/** In a subject without a reply or forward prefix, these count anywhere. */
export const AUTOMATIC_IN_SUBJECT = anyOf(
  "^[\\p{L} .’'-]{2,60} is (currently |now )?(out of (the )?office|on (annual |parental |maternity |sick )?(vacation|leave|holidays?))( (until|till|from|through|to)\\b.{1,60})?[.!]?$",
  '(\\(|\\[)(auto[- ]?reply|auto[- ]?response|automatic reply|out of (the )?office|abwesend|abwesenheitsnotiz|absent|ausente)(\\)|\\])',
  '\\[?(ticket|case|request|anfrage|vorgang|demande|solicitud|заявка|обращение) ?(id|no\\.?|nr\\.?|number|nummer)?[ :]{0,3}#? ?[a-z]{0,4}-?\\d{3,}.{0,80}(received|created|opened|logged|erhalten|eröffnet|erstellt|reçue?|recibid|ricevut|recebid|принят|получен)',
  '(we (have )?received your (request|message|e-?mail|inquiry|enquiry|ticket)|your (request|ticket|inquiry|enquiry) (has been|was) (received|created|opened))',
)

/** Phrases that say "automatic" themselves. */
export const NAMES_AUTOMATIC = /auto|авто|αυτ|自動|自动|자동/iu
/** "Auto reply feature": the phrase goes on as a noun. */
export const NOUN_AFTER = /^ (?!(?:from|to|re|for|on|in|by|is|sent|regarding|about)\b)\p{Ll}/u
/** "Out of office on Friday, let us talk": a second clause, unless it says when the absence ends. */
export const CLAUSE_AFTER =
  /(?:[,;]| [-–—]) (?!(?:re|fwd?|aw|wg|back|return|until|till|from|bis|zurück|wieder|ab|de retour|retour|jusqu|du|hasta|vuelvo|regreso|fino|rientro|até|regresso|tot|terug|do|od|до|с)(?![\p{L}]))\p{Ll}/u
/**
 * What may follow an absence in an automatic subject: nothing, a date, a name, the original subject, or one of these words. "On holiday
 * lets and your boxes" goes on as a sentence.
 */
export const ABSENCE_GOES_ON =
  /^\p{L}{0,20}(?:\s{0,5}$|\s{0,3}[^\s\p{Ll}]|\s{1,3}(?:until|till|from|through|to|for|between|on|in|at|this|next|today|tomorrow|and|with|due|back|returning|return|re|fwd|message|reply|notice|notification|response|auto|automatic|autoreply|responder|bis|vom|von|ab|am|im|und|zurück|wieder|seit|wegen|aufgrund|vorübergehend|derzeit|jusqu|du|au|de|à|en|le|la|pour|ce|cette|et|depuis|temporaire|prolongée?|hasta|del|desde|al|el|por|y|dal|fino|per|e|dall|temporanea|até|a|do|da|no|na|tot|van|vanaf|met|op|i|w|z|od|till?|från|fra|og|och|med|den|t|с|до|по|на|в|и|už|kadar)(?!\p{L}))/u
