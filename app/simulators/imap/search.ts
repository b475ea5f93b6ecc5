import type { Db } from '~/db.server'
import { type FolderMessage, readRaw, uidsContaining } from '../mail/folders'
import { headerOf, splitMessage } from '../mail/message'
import { readDate } from './fetch'
import { isInSet, isSet, type Token, tokenText } from './parse'

interface Search {
  db: Db
  owner: string
  /** The folder's messages, in order. */
  messages: FolderMessage[]
}

type Key = (message: FolderMessage, index: number) => boolean | Promise<boolean>

/** The messages that match every key (RFC 3501, 6.4.4). @throws SyntaxError for a key that is not simulated */
export async function searchMessages(search: Search, words: Token[]): Promise<number[]> {
  const rest = [...words]
  if (tokenText(rest[0]).toUpperCase() === 'CHARSET') rest.splice(0, 2)
  const keys: Key[] = []
  while (rest.length > 0) keys.push(await readKey(search, rest))
  const found: number[] = []
  for (const [index, message] of search.messages.entries()) {
    let meets = true
    for (const key of keys) meets &&= await key(message, index)
    if (meets) found.push(index)
  }
  return found
}

async function readKey(search: Search, rest: Token[]): Promise<Key> {
  const { messages } = search
  const token = rest.shift()
  if (token?.kind === 'list') {
    const found = new Set(await searchMessages(search, token.items))
    return (_, index) => found.has(index)
  }
  const name = tokenText(token).toUpperCase()
  const next = () => tokenText(rest.shift())
  const contains = (value: string, text: string) => value.toLowerCase().includes(text.toLowerCase())
  if (isSet(name)) return (_, index) => isInSet(name, index + 1, messages.length)
  switch (name) {
    case 'ALL':
      return () => true
    case 'SEEN':
      return ({ seen }) => seen
    case 'UNSEEN':
      return ({ seen }) => !seen
    case 'UID': {
      const set = next()
      if (!isSet(set)) throw new SyntaxError(`no set ${set}`)
      const largest = messages.at(-1)?.uid ?? 0
      return ({ uid }) => isInSet(set, uid, largest)
    }
    case 'SINCE':
    case 'BEFORE':
    case 'ON': {
      const day = readDate(next())
      if (!day) throw new SyntaxError('no date')
      const start = day.getTime()
      const since = ({ internalDate }: FolderMessage) => internalDate.getTime() >= start
      const upTo = ({ internalDate }: FolderMessage) => internalDate.getTime() < start + 86_400_000
      if (name === 'SINCE') return since
      return name === 'BEFORE' ? (message) => !since(message) : (message) => since(message) && upTo(message)
    }
    case 'SUBJECT': {
      const text = next()
      return ({ subject }) => contains(subject, text)
    }
    case 'FROM': {
      const text = next()
      return ({ sender }) => contains(sender, text)
    }
    case 'TO': {
      const text = next()
      return ({ recipient }) => contains(recipient, text)
    }
    case 'HEADER':
      return headerKey(search, next(), next())
    case 'NOT': {
      const key = await readKey(search, rest)
      return async (message, index) => !(await key(message, index))
    }
    default:
      throw new SyntaxError(`no search key ${name}`)
  }
}

/** The Message-ID is stored; for other headers the database first searches for the text, and only the hits are parsed. */
async function headerKey({ db, owner, messages }: Search, name: string, value: string): Promise<Key> {
  if (name.toLowerCase() === 'message-id') return ({ messageId }) => messageId.includes(value)
  const uids = messages.map(({ uid }) => uid)
  const candidates = new Set(await uidsContaining(db, uids, value))
  return async ({ uid }) => {
    if (!candidates.has(uid)) return false
    const raw = await readRaw(db, owner, uid)
    return raw !== null && headerOf(splitMessage(raw).headers, name).includes(value)
  }
}
