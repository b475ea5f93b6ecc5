/** The prefixes that mail clients put before the subject of a reply or forward, in many languages. */
/** Tags such as "[EXTERNAL]" or the name of a mailing list may precede them. */
const PREFIX =
  /^[\s>]{0,20}(?:\[[^\][\n]{1,40}\] {0,3}){0,3}(re|fwd?|aw|antw?|antwort|wg|sv|vs|vb|vl|tr|rv|res|enc|rif|i|r|odp|pd|ynt|ilt|ref|doorst|trả lời|ответ|отв|回复|回覆|答复|转发|轉寄|返信|転送|회신|전달)(\s?\[\d{1,3}\]|\s?\(\d{1,3}\))?\s?[:：]/iu

/** A subject without the marks of replies and forwards before it. */
export function bareSubject(subject: string): string {
  let bare = subject.slice(0, 1000)
  for (let n = 0; n < 10 && PREFIX.test(bare); n += 1) bare = bare.replace(PREFIX, '')
  return bare.trim()
}

/** Whether a subject marks the message as a reply or forward. */
export const hasReplyPrefix = (subject: string): boolean => PREFIX.test(subject.slice(0, 200))
