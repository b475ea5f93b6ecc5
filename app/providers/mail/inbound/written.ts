/** The sentences of a short text, in the form that the rules about automatic texts expect. */

const GREETING =
  '(?:hi|hello|hey|dear|good (?:day|morning|afternoon)|hallo|guten (?:tag|morgen)|sehr geehrte(?: damen und herren|r? \\S{2,20})?|liebe[rs]?|moin|bonjour|madame|cher|chère|hola|buenos días|buenas tardes|estimad[oa]s?|ciao|buongiorno|salve|gentile|olá|bom dia|boa tarde|prezad[oa]s?|car[oa]s?|beste|geachte|goedendag|dag|dzień dobry|witam|cześć|szanowni państwo|здравствуйте|добрый день|hej|hei|god dag|chào|xin chào|kính gửi|kính chào|hejsan|kære|kjære|ahoj|dobrý den|vážen\\S{1,3}|merhaba(?:lar)?|sayın|selam|iyi günler|servus|grüezi|grüß gott|buenas|to whom it may concern|お世話になっております|いつもお世話になっております|您好|你好|안녕하세요|안녕하십니까)'
const GREETING_BEFORE = new RegExp(`^${GREETING}(?=[\\s,!:.，、。-]|$)`, 'iu')
/** The addressee of a greeting, case-sensitive: "Hi yes please" is no greeting. */
const GREETED =
  /^(?: (?:(?!(?:Yes|Ja|Oui|Sí|Si|Sim|Tak|Да|No|Nein|Non|Nee|Não|Nie|Нет)(?:[\s,!:.-]|$))[\p{Lu}\p{Lo}][^\s,!]{0,29}|there|all|team|everyone|everybody|sir|madam|sender|or|and|und|et|y|e|i|de|van|von|zusammen|tous|à|a|todos|tutti|allemaal|kollegen|colleagues?|friends?|customer|kunde)){0,4}\s?(?:[,!:，、。-]\s*|\.?$)/u
export const COURTESY =
  /^(?:(?:many )?(?:thanks|thank you)(?: very much)?(?: for (?:your (?:understanding|patience)|understanding))?|(?:vielen |herzlichen )?dank(?: für ihr verständnis)?|merci(?: de votre compréhension)?|gracias|grazie|obrigad[oa]|bedankt|dziękuję|спасибо|tack|cảm ơn|monsieur|madame|messieurs|a quien corresponda|to whom it may concern|感谢|谢谢|감사합니다|よろしくお願い(?:いた)?します|@)$/u
const CLOSING =
  /^(?:(?:with )?(?:kind|best|warm|many)(?:est)? (?:regards|wishes)|regards|best|sincerely(?: yours)?|yours (?:sincerely|faithfully)|cheers|(?:mit )?(?:freundlichen|besten|herzlichen|viele|liebe|beste|schöne) grü(?:ß|ss)en?|mfg|vg|lg|cordialement|bien à vous|bien cordialement|(?:saludos|un saludo)(?: cordiales)?|atentamente|cordiali saluti|distinti saluti|saluti|atenciosamente|cumprimentos|com os melhores cumprimentos|(?:met )?vriendelijke groet(?:en)?|groeten|mvg|(?:z poważaniem|pozdrawiam|serdecznie pozdrawiam)|с уважением|(?:med )?vänliga hälsningar|mvh|hälsningar|trân trọng|all the best|many thanks|thanks|thank you|br|rgds|gru(?:ß|ss)|(?:liebe|lieben|schönen|besten|freundlichen|herzlichen) gru(?:ß|ss)|grüße|lg|danke|vielen dank|merci|bien à toi|à bientôt|bien amicalement|salutations|gracias|saludos|un cordial saludo|grazie|a presto|un saluto|obrigad[oa]|att|abraços?|grat[oa]|bedankt|groetjes?|groet|met vriendelijke groet|hälsning|vänlig hälsning|tack|med (?:venlig|vennlig) hilsen|(?:venlig|vennlig|bedste|beste) hilse?n(?:er)?|hilsen|mvh|vh|tak|takk|dziękuję|z wyrazami szacunku|s pozdravem|hezký den|zdravím|děkuji|díky|saygılarımla|saygılar|iyi çalışmalar|teşekkürler|teşekkür ederim|sevgiler|thân mến|trân trọng cảm ơn|cảm ơn|감사합니다|敬具|以上|此致|敬上|드림)[\s,.!]{0,3}$/u
const NAME = /^\p{Lu}[\p{L}.'’-]{0,25}(?: \p{Lu}[\p{L}.'’-]{0,25}){0,2}$/u

/** "The Finch Home team", "Ihr Kundenservice", "Equipe de suporte". */
const TEAM =
  /^(?=.{3,50}$)(?:(?:the|het|das|ihr|dein|der|votre|le|la|el|o|a|il|your)(?= )|\p{Lu})[^.!?:@]{0,40}$/iu
const TEAM_WORD =
  /(?:team|support|suporte|soporte|helpdesk|help desk|customer care|équipe|equipo|equipe|zespół|tým|ekibi|podpora|service|kundtjänst|klantenservice|obsługi klienta)(?=$| )/iu

/** Removes what follows a closing, or the name in the last line. Lines that read as sentences stay. */
export function withoutSignature(lines: string[], fromName: string): string[] {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '')
  const closing = said.findIndex((line) => CLOSING.test(line.toLowerCase()))
  if (closing >= 0) {
    const below = said.slice(closing + 1)
    const signed = below.every(isOfSignature)
    return below.length <= 8 && signed ? said.slice(0, closing) : said
  }
  const last = said.at(-1) ?? ''
  if (TEAM.test(last) && TEAM_WORD.test(last) && last.split(' ').length <= 5) return said.slice(0, -1)
  // A single word may be an answer ("Interested"), unless it is the sender's name.
  const named = NAME.test(last) && (last.includes(' ') || fromName.split(/[\s,]+/).includes(last))
  return named ? said.slice(0, -1) : said
}

/** A name, role, company, address or phone number. Lines that start with a lower-case letter and contain no address are sentences. */
function isOfSignature(line: string): boolean {
  if (line.length > 60 || /[?!]|[.,:;]$|^p\.? ?s\b/iu.test(line)) return false
  return !/^\p{Ll}\S* \S+ \S/u.test(line) || /\d|@|\w\.\w/.test(line)
}

/** Sentences in the form that the patterns expect: `#` for days and numbers, `@` for any address, lower case. */
export function sentencesOf(lines: string[]): string[] {
  const blocks: string[] = []
  let wrapped = false
  for (const line of lines) {
    if (wrapped) blocks.push(`${blocks.pop()} ${line}`)
    else blocks.push(line)
    wrapped = line.length >= 45 && !/[.!?:#。！？]$/.test(line)
  }
  return blocks
    .flatMap((block) => plain(block).split(/(?<=[.!?。！？])(?:\s+|(?<=[。！？]))/u))
    .map((sentence) => withoutGreeting(sentence).toLowerCase())
    .map((sentence) => sentence.replace(/^[\s*=_~-]+|(?<![\s*=_~:,.!。！-])[\s*=_~:,.!。！-]+$/gu, ''))
    .filter((sentence) => sentence !== '' && sentence !== '#')
}

const MONTHS =
  'jan(?:uary|uar|uari)?|feb(?:ruary|ruar|ruari)?|march|apr(?:il)?|may|june?|july?|aug(?:ust|ustus)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|jänner|märz|mai|juni|juli|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|maart|mei|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|augusti|januari|februari|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|ledna|února|března|dubna|května|června|července|srpna|září|října|prosince|desember|maj|marts|juni|juli|oktober'
const WEEKDAYS =
  'monday|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|poniedziałku|wtorku|środy|czwartku|piątku|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag|pondělí|úterý|středy|středu|čtvrtka|čtvrtek|pátku|pátek|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|понедельника|вторника|среды|четверга|пятницы'
const NUMBERS = 'two|three|five|zwei|drei|deux|trois|twee|drie'
const DAY_WORD = new RegExp(
  `(?<![\\p{L}\\d])(?:${MONTHS}|${WEEKDAYS}|${NUMBERS})(?![\\p{L}\\d])(?:\\.(?= \\d))?`,
  'giu',
)

const DAY_OF_MONTH = new RegExp(`\\d{1,2}\\. (?=(?:${MONTHS})(?!\\p{L}))`, 'giu')

function plain(text: string): string {
  return text
    .replace(/[‘’´`]/g, "'")
    .replace(
      /(?:<|\(|\[|（)?(?:https?:\/\/[^\s<>)]{1,300}|[^\s<>()（）、。，：@,:\p{Lo}]{1,64}@[\p{Ll}\p{Lu}\d.-]{1,120}[\p{Ll}\p{Lu}\d])(?:>|\)|\]|）)?/gu,
      '@',
    )
    .replace(/\+?\d[\d ()/-]{6,20}\d/g, (found) => (/\d{4}-\d{2}-\d{2}/.test(found) ? '#' : '@'))
    .replace(/\d{1,4}[年년] ?|\d{1,2}[月월日일号]/gu, '#')
    .replace(/\d{1,2}\.(?:\d{1,2}\.)?(?:\d{4})?(?=[ ,)]+[\p{Ll}\d(]|$)/gu, '# ')
    .replace(DAY_OF_MONTH, '# ')
    .replace(/\d{1,4}(?:[.:/-]\d{1,4}){0,2}(?:st|nd|rd|th|er|º|ª|am|pm)?(?![\p{L}\d])/giu, '#')
    .replace(DAY_WORD, '#')
    .replace(/#(?:[\s,/–-]{0,3}(?:(?:of|de|del|den|the|at) )?#){1,6}/giu, '#')
    .replace(/\be[- ]mail/giu, 'email')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes a leading "Hello Ann,", which may be the whole sentence. */
function withoutGreeting(sentence: string): string {
  const greeting = GREETING_BEFORE.exec(sentence)?.[0]
  if (greeting === undefined) return sentence
  const rest = sentence.slice(greeting.length)
  const greeted = GREETED.exec(rest)?.[0]
  return greeted === undefined ? sentence : rest.slice(greeted.length)
}
