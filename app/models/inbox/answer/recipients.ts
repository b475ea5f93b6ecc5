/** Whom an answer goes to. Browser-safe: the form shows what the server checks. */

/** The maximum number of recipients of one email: To, Cc and Bcc together. */
export const MAX_RECIPIENTS = 20
/** The longest address (RFC 5321, 4.5.3.1.3), and the longest text of a field with addresses. */
const MAX_ADDRESS = 254
export const RECIPIENTS_LENGTH = MAX_RECIPIENTS * (MAX_ADDRESS + 2)

export interface Recipients {
  to: string[]
  cc: string[]
  bcc: string[]
}

export interface NamedAddress {
  name: string
  address: string
}

/** The addresses of a field as they were typed or pasted: separated by commas, semicolons or lines, perhaps with names. */
export function splitAddresses(typed: string): string[] {
  const pieces = typed
    .slice(0, RECIPIENTS_LENGTH)
    // A quoted name may contain a comma.
    .replace(/"[^"\n]{0,200}"(?=\s{0,5}<)/g, '')
    .split(/[,;\n]/)
    .map((piece) => (/<([^<>]{0,300})>\s{0,5}$/.exec(piece)?.[1] ?? piece).trim())
  return unique(pieces.filter((piece) => piece !== ''))
}

export const joinAddresses = (addresses: readonly string[]): string => addresses.join(', ')

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isIn = (addresses: readonly string[], address: string) =>
  addresses.some((known) => isSame(known, address))

/** Each address once, whatever its case. */
function unique(addresses: readonly string[]): string[] {
  const found: string[] = []
  for (const address of addresses) if (!isIn(found, address)) found.push(address)
  return found
}

/** Each recipient once: one that is in To leaves Cc and Bcc, and one in Cc leaves Bcc. */
export function distinct({ to, cc, bcc }: Recipients): Recipients {
  const first = unique(to)
  const second = unique(cc).filter((address) => !isIn(first, address))
  const last = unique(bcc).filter((address) => !isIn(first, address) && !isIn(second, address))
  return { to: first, cc: second, bcc: last }
}

export const everyone = ({ to, cc, bcc }: Recipients): string[] => [...to, ...cc, ...bcc]

export const isSameRecipients = (one: Recipients, other: Recipients): boolean =>
  (['to', 'cc', 'bcc'] as const).every(
    (field) =>
      one[field].length === other[field].length && one[field].every((address) => isIn(other[field], address)),
  )

/** The message that is answered, as far as it decides about the recipients. */
export interface Answered {
  from: NamedAddress
  replyTo: NamedAddress[]
  to: NamedAddress[]
  cc: NamedAddress[]
}

/** Whom an answer may go to: the sender alone, or everybody who got the message. */
export interface AnswerChoices {
  one: Recipients
  /** The same as `one` if there is nobody else. */
  all: Recipients
}

/**
 * The recipients of an answer: Reply-To before From, without our own addresses. A Reply-To that has only our own, or more addresses than an
 * email may go to, does not count. "Answer all" adds the other recipients of the message as Cc.
 * @param own the user's own addresses
 */
export function answerChoices(
  answered: Answered | null,
  contactEmail: string,
  own: readonly string[],
): AnswerChoices {
  const others = (list: NamedAddress[]) =>
    list.map(({ address }) => address).filter((address) => address !== '' && !isIn(own, address))
  const wanted = answered && answered.replyTo.length <= MAX_RECIPIENTS ? unique(others(answered.replyTo)) : []
  const from = answered ? others([answered.from]) : []
  const to = wanted.length > 0 ? wanted : from.length > 0 ? from : [contactEmail]
  const room = MAX_RECIPIENTS - to.length
  const cc = answered
    ? unique(others([...answered.to, ...answered.cc])).filter((address) => !isIn(to, address))
    : []
  return { one: { to, cc: [], bcc: [] }, all: { to, cc: cc.slice(0, Math.max(0, room)), bcc: [] } }
}

/** An address within a name: "ceo@example.com" <stranger@example.net>. */
const ADDRESS_IN_NAME = /[^\s<>"'(),:;]{1,64}@[^\s<>"'(),:;]{1,190}\.[^\s<>"'(),:;.]{2,63}/

/** What the user should know before the answer leaves, as sentences. */
export function recipientWarnings(
  { to }: Pick<Recipients, 'to'>,
  contactEmail: string,
  sender: NamedAddress | null,
): string[] {
  const elsewhere = to.filter((address) => !isSame(address, contactEmail))
  const shown = sender && ADDRESS_IN_NAME.exec(sender.name)?.[0]
  return [
    ...(elsewhere.length > 0
      ? [`This answer goes to ${elsewhere.join(', ')}, not to the contact’s address, ${contactEmail}.`]
      : []),
    ...(sender && shown && !isSame(shown, sender.address)
      ? [`The sender’s name looks like ${shown}, but the email came from ${sender.address}.`]
      : []),
    ...(sender?.address &&
    !isSame(sender.address, contactEmail) &&
    elsewhere.some((address) => !isSame(address, sender.address))
      ? [`The email came from ${sender.address}, but asks for answers at another address.`]
      : []),
  ]
}
