/**
 * What strangers write in one language: phrases as `words/phrases.ts` reads them. In them `<day>` is any date, weekday or number, and
 * `<address>` any email address, link or phone number; "e-mail" is written "email". Further lists are parts of these.
 */
export interface Words {
  /** Words that begin or end a clause, as a comma does. */
  edges: string
  /** Words that change nothing. */
  fillers: string

  /** Takes the request back if it stands near: "do not remove me". */
  not: string
  /** Reports or asks about such words: "our customers write …". */
  reported: string
  /** What limits a request: "until Monday", "from the thread". */
  except: string
  /** Asks to be taken off a list, or for the data to be deleted. */
  remove: string
  /** Asks for no more email. */
  noMore: string
  /** Probably asks for no more email. */
  perhaps: string

  /** Says that the sender is away. */
  away: string
  /** Says what happens meanwhile: who helps, what becomes of the email. */
  covered: string
  /** Promises an answer after the return. */
  later: string
  /** Says that a person has left, or a mailbox is closed. */
  left: string
  /** Confirms that a message arrived. */
  received: string
  /** Promises an answer within a time. */
  promise: string
  /** Names a ticket, or what belongs to one. */
  ticket: string
  /** Asks the sender to prove to be a person, or says that a filter holds the message. */
  challenge: string
  /** Says of itself that it is automatic. */
  automatic: string
  /** Says nothing. */
  courtesy: string
  /** Only a person says this: such a text is not automatic. */
  personal: string
}
