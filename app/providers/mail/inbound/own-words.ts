import { introductionAt, othersMessageAt } from './quotes'

const MAX_LINES = 2_000
const SIGNATURE = /^--\s?$/
const QUOTED = /^\s{0,3}[>|»]/

/** A text without its quotes and its signature (RFC 3676, 4.3): what the sender just wrote. */
export function ownWords(text: string): string {
  return readOwnWords(text).own
}

/**
 * The sender's own text, and whether anything is quoted. After an introduction with marked lines the sender may continue between and
 * below them; without marks, everything that follows is quoted.
 */
export function readOwnWords(text: string): { own: string; quotes: boolean } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const bare = lines.map((line) => line.trim())
  const own: string[] = []
  let quotes = false
  let signed = false
  for (let index = 0; index < lines.length; index += 1) {
    if (QUOTED.test(lines[index]!)) {
      quotes = true
      continue
    }
    if (othersMessageAt(bare, index)) return { own: tidy(own), quotes: true }
    const introduced = introductionAt(bare, index)
    if (introduced > 0) {
      quotes = true
      index += introduced - 1
      const next = bare.slice(index + 1, index + 4).find((line) => line !== '')
      if (!next || !QUOTED.test(next)) break
    } else {
      signed ||= SIGNATURE.test(lines[index]!)
      if (!signed) own.push(lines[index]!)
    }
  }
  return { own: tidy(own), quotes }
}

/**
 * What companies put below an email, in many languages: that it is confidential, what to do if it was not meant for the reader, where their
 * privacy policy is. These ask to delete an email, not an address.
 */
const NOTICE = new RegExp(
  [
    "you( are|['’]re) (not )?(the|an) (intended|named)|intended (solely|only) for|(use of|by|than) the (intended|named)|(this|the) (e-?mail|message|communication)\\b.{0,80}confidential|if you (have )?received this.{0,40}error|privacy (policy|notice|statement)|we (store|process|collect|use) your (personal )?data",
    'vertrauliche.{0,40}(information|inhalt)|diese[rs]? (nachricht|e-?mail)\\b.{0,60}vertraulich|(wenn|falls|sollten) sie.{0,60}(irrtümlich|versehentlich|nicht der \\p{L}{0,14} ?(adressat|empfänger))|datenschutz(erklärung|hinweis|information)|informationen (zum|zu unserem) datenschutz|wir verarbeiten ihre',
    "(ce|cet|présent) (message|courriel|e-?mail|mail).{0,80}confidentiel|si vous n['’]êtes pas (le|la) (destinataire|personne)|si vous avez reçu.{0,60}erreur|politique de confidentialité|vos données (personnelles )?(sont|font|seront)",
    '(este|presente) (mensaje|correo|e-?mail).{0,100}confidencial|si (usted )?(no es (usted )?(el|la) (destinatari|persona)|ha recibido (este|esta|por error))|política de privacidad|les? informamos',
    '(questo|questa|presente) (messaggio|e-?mail|comunicazione).{0,100}(confidenzial|riservat)|informazioni (confidenziali|riservate)|se (lei )?(non è (il|la) (destinatari|persona)|(ha|avete) ricevuto (questo|questa|la presente|il presente|per errore))|informativa privacy|(suoi|vostri) dati (personali )?(sono|saranno|verranno)',
    '(esta|este|presente) (mensagem|e-?mail).{0,100}confidencial|se (você |o senhor )?(não (é|for) (o|a) (destinat|pessoa)|recebeu (esta|este|por))|seus dados (pessoais )?(são|serão)',
    '(dit|deze) (bericht|e-?mail|mail).{0,80}vertrouwelijk|(bent|indien|als) u (niet de (geadresseerde|beoogde)|dit bericht|deze e-?mail)|privacyverklaring',
    '(detta|denne|dette) \\p{L}{2,12}.{0,60}(konfidenti?ell|konfidensiell|fortrolig)|(om|hvis) du (inte|ikke) (är|er) (den )?(rätt|avsedd|rette|tilsigtede|tiltenkte)|integritetspolicy|privatlivspolitik|personvernerklæring',
    'wiadomość.{0,80}poufn|(jeśli|jeżeli) nie (jest|są).{0,30}adresat|administratorem (państwa |twoich )?danych',
    'zpráva.{0,60}důvěrn|(pokud nejste|nejste-li).{0,30}adresát',
    '(e-?posta|mesaj|ileti).{0,60}gizli|alıcısı değilseniz',
    '機密情報|誤って受信|受信者でない|プライバシーポリシー',
    '(本|此|该)(电子)?邮件.{0,20}(保密|机密)|如果您不是(收件人|预期|指定)|隐私政策',
    '기밀 ?정보|수신인이 아닌|잘못 (수신|전송)|개인정보 ?처리방침',
    'thông tin (bảo )?mật|nếu bạn không phải là người nhận',
  ].join('|'),
  'iu',
)
/** "Unsubscribe | Manage preferences". */
const MENU = /[^\s|·•] ?[|·•] ?[^\s|·•]/u

/** A text without what companies put below their emails: notices up to the end of the paragraph, and menus. Its first line is a person's. */
export function withoutNotices(own: string): string {
  const said: string[] = []
  let isNotice = false
  for (const line of own.split('\n')) {
    const isFirst = said.every((before) => before.trim() === '')
    isNotice = line.trim() !== '' && (isNotice || (!isFirst && NOTICE.test(line)))
    if (!isNotice && (isFirst || !MENU.test(line))) said.push(line)
  }
  return tidy(said)
}

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
