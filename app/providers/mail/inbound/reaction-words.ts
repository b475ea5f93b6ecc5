/**
 * What mail clients write for a reaction, as whole lines, in many languages. Every pattern is bounded. All are in the third person: nobody
 * writes them about themselves.
 */

const APP = '(?:gmaila?|gmailu|gmailem|outlooka?|outlooku)'

/** After a name or alone: "Kim reacted via Gmail". */
const VIA = [
  `reacted (?:with )?(?:via|in|from|using) ${APP}`,
  `hat (?:über|via|mit|in) ${APP} reagiert`,
  `heeft (?:via|met|in) ${APP} gereageerd`,
  `heeft gereageerd (?:via|met|in) ${APP}`,
  `(?:reagerade|har reagerat|reagerede|har reageret|reagerte|har reagert) (?:via|med|i|gjennom|gennem) ${APP}`,
  `a réagi (?:via|avec|depuis|dans|sur) ${APP}`,
  `(?:reaccionó|ha reaccionado) (?:a través de|mediante|desde|con|vía|por|en) ${APP}`,
  `reagiu (?:via|pelo|no|com o|usando o|através do) ${APP}`,
  `ha reagito (?:via|tramite|con|da|su) ${APP}`,
  `a reacționat (?:prin|din|cu|în|folosind) ${APP}`,
  `zareagował(?:a|\\(a\\))? (?:przez|za pomocą|w|z|poprzez) ${APP}`,
  `(?:za)?reagoval(?:a|\\(a\\))? (?:přes|v|pomocí|prostřednictvím)(?: služby)? ${APP}`,
  `(?:отреагировала?|отреагировал\\(а\\)|отправила? реакцию) (?:через|в|с помощью) ${APP}`,
  `(?:реагира|изпрати реакция) (?:чрез|през|в|от|с) ${APP}`,
  `${APP}(?:['’]dan|['’]den)? (?:üzerinden|ile|aracılığıyla) tepki (?:verdi|gösterdi)`,
  `αντέδρασε (?:μέσω|από|με|στο)(?: το| του)? ${APP}`,
  `reagált a ${APP}(?:en|ban)?(?: keresztül)?|(?:a )?${APP}(?:en|ban)?(?: keresztül)? reagált`,
  `reagoi (?:${APP}in kautta|${APP}issa|${APP}illa)`,
  `(?:הגיב|הגיבה|הגיב/ה|הגיב\\(ה\\)) (?:באמצעות|דרך|ב-?)\\s?${APP}`,
  `(?:さん)?(?:が|は)? ?${APP} ?(?:で|から|を使って|を使用して|経由で) ?リアクション(?:を送信)?しました`,
  `(?:님이)? ?${APP}(?:을 통해|에서|로) (?:반응했습니다|반응을 (?:보냈습니다|남겼습니다))`,
  `(?:通过|透过|透過|經由|使用) ?${APP} ?(?:做出|作出|发送|添加|傳送|新增)?了?(?:回应|反应|表情回应|回應|反應|表情回應|心情回應)`,
  `đã (?:bày tỏ|thả|thể hiện) cảm xúc (?:qua|bằng|trên) ${APP}`,
  `(?:ได้)?แสดง(?:ความรู้สึก|อารมณ์)(?:ผ่าน|ใน|ด้วย|จาก) ?${APP}`,
]

/** Only after a name: "Kim reacted to your message". */
const TO = [
  'reacted (?:with )?to your (?:message|email)',
  'hat (?:mit )?auf (?:ihre|deine|eure) (?:nachricht|e-mail|mail) reagiert',
  'heeft op (?:je|uw) (?:bericht|e-mail) gereageerd|heeft gereageerd op (?:je|uw) (?:bericht|e-mail)',
  '(?:reagerade|har reagerat) på (?:ditt|ert) (?:meddelande|mejl)|(?:reagerede|har reageret) på (?:din|jeres) (?:meddelelse|besked|mail|e-mail)|(?:reagerte|har reagert) på (?:meldingen|e-posten) din',
  'a réagi (?:avec )?à (?:votre|ton) (?:message|e-mail|courriel)',
  '(?:reaccionó|ha reaccionado) (?:con )?a (?:tu|su) (?:mensaje|correo)',
  'reagiu (?:com )?[àa] (?:sua|tua) mensagem|reagiu (?:com )?ao (?:seu|teu) (?:e-mail|email)',
  'ha reagito (?:con )?al (?:tuo|suo) messaggio',
  'a reacționat la mesajul (?:tău|dvs\\.?|dumneavoastră)',
  'zareagował(?:a|\\(a\\))? na (?:twoją|twój|pana|pani) (?:wiadomość|e-mail)',
  '(?:za)?reagoval(?:a|\\(a\\))? na (?:vaši|tvoji) (?:zprávu|e-mail)',
  '(?:отреагировала?|отреагировал\\(а\\)) на (?:ваше|твое|твоё) (?:сообщение|письмо)',
  'реагира на (?:вашето|твоето) съобщение',
  '(?:iletinize|iletine|mesajınıza|mesajına|e-postanıza) tepki (?:verdi|gösterdi)',
  'αντέδρασε στο μήνυμά (?:σας|σου)',
  'reagált az? (?:üzenetére|üzenetedre|levelére)',
  'reagoi viestiis[iä]|reagoi viestiinne',
  '(?:הגיב|הגיבה|הגיב/ה|הגיב\\(ה\\)) להודעה (?:שלך|שלכם)',
  'さん(?:が|は)(?:あなたの)?メッセージにリアクションしました',
  '님이 (?:회원님의 |귀하의 )?메시지에 반응했습니다',
  '(?:对|對)(?:你|您)的(?:邮件|消息|郵件|訊息)(?:做出|作出)了?(?:回应|反应|回應|反應)',
  'đã bày tỏ cảm xúc (?:về|với) (?:tin nhắn|thư|email) của bạn',
  '(?:ได้)?แสดง(?:ความรู้สึก|อารมณ์)(?:ต่อ|กับ)ข้อความของคุณ',
]

const afterName = (forms: string[]) => new RegExp(`^(?<name>.{0,80}?)[ ,]{0,2}(?:${forms.join('|')})$`, 'iu')
/** The lines, with the name in them; it may be empty if they name the mail client. */
export const VIA_CLIENT = [
  afterName(VIA),
  new RegExp(`^(?:تفاعل|تفاعلت) (?<name>.{0,80}?) ?(?:عبر|باستخدام|من خلال) ${APP}$`, 'iu'),
]
export const TO_MESSAGE = [
  afterName(TO),
  /^(?:تفاعل|تفاعلت) (?<name>.{0,80}?) مع (?:رسالتك|رسالتكم|بريدك الإلكتروني)$/u,
]

/** What stands for the emoji where Outlook's picture became text: "[like] Kim reacted to your message". */
export const PICTURES: Record<string, string> = {
  ...{ like: '👍', heart: '❤️', celebrate: '🎉', laugh: '😆', surprised: '😮', sad: '😢' },
}

/** Words that stand for people where a name could: "Nobody reacted to your message 😢" is a reply. */
export const PRONOUN =
  /^(?:(?:i|we|you|he|she|they|it|who|nobody|no|none|not|everyone|everybody|all|someone|somebody|anyone|ich|wir|er|sie|es|man|wer|niemand|jemand|keiner|jeder|je|nous|il|elle|on|personne|quelqu['’]un|tout|yo|él|ella|nadie|alguien|todo|eu|ele|ela|ninguém|alguém|noi|nimeni|cineva|io|lui|lei|nessuno|qualcuno|ik|wij|we|hij|zij|ze|iemand|iedereen|jag|han|hon|ingen|alla|någon|jeg|hun|alle|noen|nogen|ja|my|on|ona|nikt|ktoś|nikdo|někdo|já|я|мы|он|она|никто|все|кто-то|аз|ние|той|тя|никой|ben|biz|o|kimse|herkes|biri|εγώ|εμείς|αυτός|αυτή|κανείς|κάποιος|én|mi|ő|senki|valaki|mindenki|minä|me|hän|kukaan|joku|kaikki|אני|אנחנו|הוא|היא|אף|כולם|מישהו|أنا|نحن|هو|هي|لا|أحد|الجميع|tôi|chúng|anh|chị|không|ai)$|我|他|她|大家|没人|沒人|没有|沒有|同事|私|僕|彼|みんな|皆|誰|저|제가|나|우리|아무|누구|모두|ฉัน|ดิฉัน|ผม|เรา|เขา|เธอ|ไม่|ทุก)/iu

/** The message that a phone quotes, at least this long: shorter words in such quotes are a title. */
const QUOTE = '\\s?[“”„«「『]\\s?[^“”„«»「」『』]{12,1500}[“”»」』]'
const quoting = (before: string[], around: [before: string, after: string][] = []) => {
  const forms = [`(?:${before.join('|')}):?${QUOTE}`, ...around.map(([a, b]) => `${a}${QUOTE}\\s?(?:${b})`)]
  return new RegExp(`^(?:${forms.join('|')})\\.?$`, 'iu')
}
/** What phones write for a reaction where it cannot be shown: "Liked “Hello Bo, …”". */
export const QUOTING: [emoji: string, RegExp][] = [
  [
    '👍',
    quoting(
      [
        'liked|gefällt|gillade|syntes godt om|likte',
        'a aimé|le gust[aó]|ha messo mi piace a|piace|curtiu|gostou de|a apreciat|i-a plăcut',
        'понравилось|нравится|polubiła?|polubił\\(a\\)|líbí se|хареса|του άρεσε|της άρεσε|kedvelte|tetszett neki',
        'tykkäsi(?: viestistä)?|אהב את|אהבה את|אהב/ה את|(?:أعجبه|أعجبها|أُعجب بـ|أعجب بـ)',
        '赞了|点赞了|按讚了|đã thích|ถูกใจ',
      ],
      [
        ['(?:vond|vindt)', 'leuk'],
        ['', '(?:öğesini|iletisini|mesajını|ifadesini) beğendi'],
        ['', '(?:に|を)「?いいね(?:！|!)?」?(?:しました|と評価しました)'],
        ['', '(?:을\\(를\\)|을|를) 좋아함'],
        ['对', '点了?赞'],
        ['對', '按了?讚'],
      ],
    ),
  ],
  [
    '❤️',
    quoting(
      [
        'loved|liebt|älskade|elskede|elsket|a adoré|le encant[aó]|ha adorato|amou|adorou|a adorat',
        'pokochała?|pokochał\\(a\\)|miluje|обожава|imádta|rakasti|đã yêu thích',
      ],
      [
        ['(?:vond|vindt)', 'geweldig'],
        ['', '(?:öğesini|iletisini|mesajını|ifadesini) çok sevdi'],
        ['', '(?:に|を)ハートしました'],
        ['', '(?:을\\(를\\)|을|를) (?:사랑함|매우 좋아함)'],
      ],
    ),
  ],
  [
    '👎',
    quoting([
      "disliked|missfällt|gefällt nicht|ogillade|mislikte|n[’']a pas aimé|no le gust[aó]|non piace|não gostou de|não curtiu|nu i-a plăcut|не понравилось",
    ]),
  ],
  [
    '😂',
    quoting([
      'laughed at|lacht über|lachte om|skrattade åt|grinede ad|lo av|a ri (?:à|de)|se rió (?:de|con)|ha riso (?:a|per)|riu de|a râs la',
    ]),
  ],
  [
    '‼️',
    quoting([
      'emphasi[sz]ed|betont|benadrukte|betonade|fremhævede|fremhevet|enfatizó|ha enfatizzato|enfatizou',
    ]),
  ],
  ['❓', quoting(['questioned|ifrågasatte|cuestionó|questionou'])],
]
/** "Reacted 👍 to “Hello Bo, …”". The emoji is read elsewhere and left out here. */
export const QUOTING_EMOJI = quoting([
  '(?:reacted )?to|hat mit auf|reagierte mit auf|a réagi avec à|reaccionó con a|ha reagito con a|reagiu com a|reagerade med på|reageerde met op',
])
