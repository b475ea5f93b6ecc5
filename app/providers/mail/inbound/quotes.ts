/** How mail clients introduce a quote, in many languages. Every pattern is bounded. */

const VERBS =
  'wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał|napisała|napisał\\(a\\)|pisze|napsal|napsala|napsal\\(a\\)|написала?|написал\\(а\\)|пишет|пише|kirjoitti|yazdı|a scris|ezt írta|đã viết|写道|寫道|のメール|書きました|作成|작성'
const OPENERS =
  'on|at|am|le|el|il|em|op|den|på|w dniu|dne|vào|dnia|(mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс|pon|wt|śr|czw|pt|sob|niedz)[a-z]{0,6}\\.?,|\\d{1,4}[-./年]|\\d{1,2} \\p{L}{3,9}\\.? \\d{4}'

/** "On Tue, Nov 3, 2026 at 9:00 AM Ann <ann@example.com> wrote:", in one line. */
const INTRODUCTION = new RegExp(
  `^(?=.{0,250}[\\d@])(?=.{8,300}$)(?:.{0,250}(?:${VERBS})[^:：]{0,120}[:：]|.{0,200}\\d{4}.{0,100}<[^<>\\s]{3,100}@[^<>\\s]{3,100}>[:：])$`,
  'iu',
)
/** The same in any language: an address in brackets, a year and a time of day, and a colon at the end. */
const ANY_LANGUAGE =
  /^(?=.{8,300}$)(?=.{0,290}\p{Nd}{4})(?=.{0,290}\p{Nd}{1,2}[:.]\p{Nd}{2})(?=.{0,200}[<(] ?[^<>()\s]{3,100}@[^<>()\s]{3,100}[>)]).{0,297}[:：]\p{Cf}{0,3}$/u
/** The first of two or three lines of a wrapped introduction, in the languages above and in any. */
const OPENING = new RegExp(`^(?:${OPENERS})(?:\\s|(?<=[-./年]))`, 'iu')
const DATED = /\p{Nd}{4}.{0,100}\p{Nd}{1,2}[:.]\p{Nd}{2}/u
const RULE =
  /^(-{2,80}|={3,80}) ?(original[- ]|ursprüngliche nachricht|originalnachricht|message d'origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk|ursprungligt|oprindelig|opprinnelig|forwarded|weitergeleitete|message transféré|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd|vidarebefordrat|videresendt|исходное|пересылаемое|wiadomość|转发|原始|元のメッセージ|원본)|^-{4,80} ?\p{L}.{1,60} ?-{4,80}$|^_{10,}$|^(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|début du message (transféré|réexpédié)|inicio del mensaje reenviado|inizio messaggio inoltrato|початок|начало переадресованного сообщения|轉寄的郵件|以下是转发的邮件)\s?[:：]$/iu
const FIRST_HEADER =
  /^[*>\s]{0,4}(from|von|de|da|van|från|fra|od|от( кого)?|від|de la|kimden|feladó|lähettäjä|από|từ|差出人|送信元|发件人|寄件者|보낸 ?사람|מאת|من|จาก|dari)\s?[*]?\s?[:：][*]?\s?.{1,200}$/iu
const FURTHER_HEADER =
  /^[*>\s]{0,4}(sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado( el)?|enviada( em)?|fecha|para|asunto|assunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема|送信日時|日時|宛先|件名|发送时间|日期|收件人|主题|날짜|보낸 ?날짜|받는 ?사람|제목|gönder\p{L}{2,8}( tarihi)?|tarih|kime|konu|elküldve|dátum|címzett|tárgy|lähetetty|vastaanottaja|aihe|trimis|către|subiect|στάλθηκε|ημερομηνία|προς|θέμα|đã gửi|ngày|tới|đến|chủ đề|надіслано|נשלח|תאריך|אל|נושא|تم الإرسال|التاريخ|إلى|الموضوع|ส่ง|วันที่|ถึง|เรื่อง|terkirim|dikirim|tanggal|kepada|perihal|subjek)\s?[*]?\s?[:：]/iu

/** How many lines from `index` introduce a quote: 0 for none. */
export function introductionAt(lines: readonly string[], index: number): number {
  const line = lines[index]!
  if (INTRODUCTION.test(line) || ANY_LANGUAGE.test(line)) return 1
  if (line === '' || line.length > 200) return 0
  const isOpening = OPENING.test(line)
  if (!isOpening && !DATED.test(line)) return 0
  for (const count of [2, 3]) {
    const block = lines.slice(index, index + count)
    const broken = block.slice(1).every((next) => next !== '' && !OPENING.test(next))
    const joined = block.join(' ')
    if (broken && ((isOpening && INTRODUCTION.test(joined)) || ANY_LANGUAGE.test(joined))) return count
  }
  return 0
}

/**
 * Whether everything from `index` on is another message. "From: …" starts a quoted header block only if more headers follow, because
 * a person may write such a line.
 */
export function othersMessageAt(lines: readonly string[], index: number): boolean {
  const line = lines[index]!
  if (line.length > 250) return false
  if (RULE.test(line)) return true
  return (
    FIRST_HEADER.test(line) && lines.slice(index + 1, index + 4).some((next) => FURTHER_HEADER.test(next))
  )
}
