import type { Socket } from 'node:net'
import type { Db } from '~/db.server'
import { type Faults, OF_SENDING } from '../faults'
import { ALL_MAIL, type Folder, type FolderMessage, folderNamed, listFolder, readRaw } from '../mail/folders'
import { type Login, signIn } from '../mail/logins'
import type { MailStore } from '../mail/store'
import { fetchData, fetchItems, needsContent, readDate } from './fetch'
import { type CommandSource, isInSet, isSet, parseWords, type Token, tokenText, writeString } from './parse'
import { searchMessages } from './search'
import { listLines, statusItems, uidNext } from './status'

const CAPABILITIES = 'IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN ID NAMESPACE IDLE MOVE SPECIAL-USE UIDPLUS'
/** How soon IDLE notices messages that another process delivers. */
const LOOK_MS = 1_000

export interface ImapParts {
  db: Db
  store: MailStore
  faults: Faults
  /** Changed when the folders' UIDs are to become invalid. */
  uidValidity(): number
  /** Paths of folders that the mailboxes lack and CREATE adds. Default: none. */
  missing?: Set<string>
  /** Whether there is a folder with every message, marked `\All`. */
  hasAllMail?: boolean
  /** Hears every command. */
  onCommand?(text: string): void
  /** CREATE as in Dovecot, without special uses, unless set. */
  creating?: Creating
}

export interface Creating {
  /** Offers CREATE-SPECIAL-USE (RFC 6154). */
  withUse: boolean
  /** The refusal of a CREATE; without it, it succeeds. */
  refuse?: (withUse: boolean) => string | undefined
}

/** A refusal with the server's text: `NO` is about the request, `BAD` about its syntax. */
class No extends Error {}

/** One client connection. */
export function createImapSession(parts: ImapParts, socket: Socket) {
  const { db, store, faults } = parts
  let login: Login | null = null
  let selected: { folder: Folder; messages: FolderMessage[] } | null = null
  let idle: { tag: string; stop(): void } | null = null
  let awaitsPlain: string | null = null

  const say = (line: string) => socket.write(`${line}\r\n`)
  const owner = () => login?.address ?? fail('Please log in first')
  const open = () => selected ?? fail('No mailbox is selected')

  const capabilities = () => CAPABILITIES + (parts.creating?.withUse ? ' CREATE-SPECIAL-USE' : '')
  const named = (path: string) => {
    const folder = folderNamed(path)
    if (folder?.label === ALL_MAIL.label && !parts.hasAllMail) return undefined
    return folder && !parts.missing?.has(folder.path) ? folder : undefined
  }

  /** Handles one command. @returns false when the conversation is over */
  async function take(source: CommandSource): Promise<boolean> {
    parts.onCommand?.(source.text)
    if (idle) return endIdle()
    if (awaitsPlain) return plain(awaitsPlain, source.text)
    const tag = /^\S+/.exec(source.text)?.[0] ?? '*'
    try {
      const [, command, ...words] = parseWords(source)
      return await run(tag, tokenText(command).toUpperCase(), words)
    } catch (error) {
      if (error instanceof No) say(`${tag} NO ${error.message}`)
      else if (error instanceof SyntaxError) say(`${tag} BAD ${error.message}`)
      else throw error
      return true
    }
  }

  async function run(tag: string, command: string, words: Token[]): Promise<boolean> {
    const first = tokenText(words[0])
    switch (command) {
      case 'CAPABILITY':
        say(`* CAPABILITY ${capabilities()}`)
        break
      case 'ID':
        say('* ID ("name" "Coldframe sandbox")')
        break
      case 'NAMESPACE':
        say('* NAMESPACE (("" "/")) NIL NIL')
        break
      case 'LOGIN':
        enter(first, tokenText(words[1]))
        break
      case 'AUTHENTICATE':
        return authenticate(tag, first, words[1])
      case 'LIST':
      case 'LSUB':
        owner()
        for (const line of listLines(command, tokenText(words[1]), parts.missing, parts.hasAllMail)) say(line)
        break
      case 'CREATE':
        create(first, words.length > 1)
        break
      case 'SUBSCRIBE':
        owner()
        break
      case 'STATUS':
        await status(first, words[1])
        break
      case 'SELECT':
      case 'EXAMINE':
        return select(tag, command, first)
      case 'CLOSE':
      case 'UNSELECT':
        selected = null
        break
      case 'UID':
        return run(tag, `UID ${first.toUpperCase()}`, words.slice(1))
      case 'FETCH':
      case 'UID FETCH':
        await fetch(command === 'UID FETCH', first, words[1])
        break
      case 'SEARCH':
      case 'UID SEARCH':
        await search(command === 'UID SEARCH', words)
        break
      case 'COPY':
      case 'MOVE':
      case 'UID COPY':
      case 'UID MOVE':
        return copy(tag, command, first, tokenText(words[1]))
      case 'APPEND':
        return append(tag, words)
      case 'IDLE':
        return startIdle(tag)
      case 'NOOP':
      case 'CHECK':
        await refresh()
        break
      case 'LOGOUT':
        say('* BYE Until next time')
        say(`${tag} OK LOGOUT completed`)
        return false
      default:
        throw new SyntaxError(`Unknown command ${command.slice(0, 40)}`)
    }
    say(`${tag} OK ${command} completed`)
    return true
  }

  function enter(username: string, password: string): void {
    login = signIn(username, password) ?? fail('[AUTHENTICATIONFAILED] Invalid credentials')
  }

  function authenticate(tag: string, method: string, initial: Token | undefined): boolean {
    if (method.toUpperCase() !== 'PLAIN') throw new No('Only PLAIN is offered')
    if (initial) return plain(tag, tokenText(initial))
    awaitsPlain = tag
    socket.write('+ \r\n')
    return true
  }

  /** RFC 4616: an authorization identity, the user name, the password. */
  function plain(tag: string, encoded: string): boolean {
    awaitsPlain = null
    const [, username = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split('\0')
    login = signIn(username, password)
    say(login ? `${tag} OK AUTHENTICATE completed` : `${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`)
    return true
  }

  /** RFC 3501, 6.3.3, and RFC 6154 for the special use: here a folder's name determines its use. */
  function create(path: string, withUse: boolean): void {
    owner()
    const refusal = parts.creating?.refuse?.(withUse)
    if (refusal) throw new No(refusal)
    const folder = folderNamed(path) ?? fail('[CANNOT] Folders of that name are not made here')
    if (!parts.missing?.delete(folder.path)) fail('[ALREADYEXISTS] Mailbox already exists')
  }

  async function status(path: string, items: Token | undefined): Promise<void> {
    const folder = named(path) ?? fail('[NONEXISTENT] No such mailbox')
    const messages = await listFolder(db, owner(), folder)
    say(`* STATUS ${writeString(folder.path)} (${statusItems(messages, parts.uidValidity(), items)})`)
  }

  async function select(tag: string, command: string, path: string): Promise<boolean> {
    selected = null
    const folder = named(path) ?? fail('[NONEXISTENT] No such mailbox')
    // Faults apply to reading the inbox; storing copies in the Sent folder takes none of them.
    if (folder.label === 'INBOX' && (await meetFault())) return true
    const messages = await listFolder(db, owner(), folder)
    selected = { folder, messages }
    say('* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)')
    // As in Dovecot: a folder opened read-only permits no changes.
    say(
      command === 'EXAMINE'
        ? '* OK [PERMANENTFLAGS ()] Read-only mailbox.'
        : '* OK [PERMANENTFLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft \\*)] Flags permitted.',
    )
    say(`* ${messages.length} EXISTS`)
    say('* 0 RECENT')
    say(`* OK [UIDVALIDITY ${parts.uidValidity()}] Valid`)
    say(`* OK [UIDNEXT ${uidNext(messages)}] Next`)
    say(`${tag} OK [READ-${command === 'EXAMINE' ? 'ONLY' : 'WRITE'}] ${command} completed`)
    return true
  }

  /** @returns whether the fault replaced the response */
  async function meetFault(): Promise<boolean> {
    const kind = (await faults.waiting('smtp')).find((fault) => !OF_SENDING.has(fault))
    if (!kind || !(await faults.take('smtp', kind))) return false
    if (kind === 'http429') throw new No('[LIMIT] Too many requests, try again later')
    if (kind === 'http500') throw new No('[SERVERBUG] Internal error')
    if (kind === 'invalidGrant') throw new No('[AUTHENTICATIONFAILED] The password has been changed')
    if (kind === 'reset') socket.resetAndDestroy()
    return true
  }

  async function fetch(byUid: boolean, set: string, query: Token | undefined): Promise<void> {
    const { messages } = open()
    const items = fetchItems(query)
    if (byUid && !items.includes('UID')) items.unshift('UID')
    if (!isSet(set)) throw new SyntaxError('Invalid message set')
    // As in Dovecot: sequence numbers must all exist.
    if (!byUid && messages.length === 0) throw new SyntaxError('Invalid messageset')
    const largest = byUid ? (messages.at(-1)?.uid ?? 0) : messages.length
    for (const [index, message] of messages.entries()) {
      if (!isInSet(set, byUid ? message.uid : index + 1, largest)) continue
      const raw = needsContent(items) ? await readRaw(db, owner(), message.uid) : Buffer.alloc(0)
      if (!raw) continue
      const data = fetchData(message, items, raw)
      socket.write(Buffer.concat([Buffer.from(`* ${index + 1} FETCH (`), data, Buffer.from(')\r\n')]))
    }
  }

  async function search(byUid: boolean, words: Token[]): Promise<void> {
    const { messages } = open()
    const found = await searchMessages({ db, owner: owner(), messages }, words)
    const numbers = found.map((index) => (byUid ? messages[index]!.uid : index + 1))
    say(['* SEARCH', ...numbers].join(' '))
  }

  async function append(tag: string, words: Token[]): Promise<boolean> {
    const folder = named(tokenText(words[0])) ?? fail('[TRYCREATE] No such mailbox')
    const message = words.at(-1)
    if (message?.kind !== 'string') throw new SyntaxError('A message is missing')
    const written = words.slice(1, -1).find((word) => word.kind === 'string')
    const at = (written && readDate(tokenText(written))) ?? (await store.now())
    const flags = words[1]?.kind === 'list' ? words[1].items.map((flag) => tokenText(flag).toLowerCase()) : []
    const seen = flags.includes('\\seen')
    const entry = await store.keep(owner(), message.bytes, folder.label, at, seen)
    await refresh()
    say(`${tag} OK [APPENDUID ${parts.uidValidity()} ${entry.id}] APPEND completed`)
    return true
  }

  /** Puts messages into another folder, where they get new UIDs; MOVE removes them here (RFC 6851). */
  async function copy(tag: string, command: string, set: string, path: string): Promise<boolean> {
    const { messages } = open()
    const folder = named(path) ?? fail('[TRYCREATE] No such mailbox')
    if (!isSet(set)) throw new SyntaxError('Invalid message set')
    const byUid = command.startsWith('UID')
    const largest = byUid ? (messages.at(-1)?.uid ?? 0) : messages.length
    const chosen = messages.flatMap(({ uid }, index) =>
      isInSet(set, byUid ? uid : index + 1, largest) ? [{ uid, number: index + 1 }] : [],
    )
    const moves = command.endsWith('MOVE')
    const copies = await store.copy(
      owner(),
      chosen.map(({ uid }) => uid),
      folder.label,
      moves,
    )
    const code = `COPYUID ${parts.uidValidity()} ${chosen.map(({ uid }) => uid).join(',')} ${copies.join(',')}`
    if (!moves) {
      say(`${tag} OK${chosen.length > 0 ? ` [${code}]` : ''} ${command} completed`)
      return true
    }
    if (chosen.length > 0) say(`* OK [${code}] Moved`)
    for (const { number } of chosen.toReversed()) say(`* ${number} EXPUNGE`)
    await reload()
    say(`${tag} OK ${command} completed`)
    return true
  }

  async function reload(): Promise<void> {
    if (selected && login)
      selected = { folder: selected.folder, messages: await listFolder(db, login.address, selected.folder) }
  }

  /** Reports the number of messages to the client if it has grown. */
  async function refresh(): Promise<void> {
    if (!selected || !login) return
    const messages = await listFolder(db, login.address, selected.folder)
    const more = messages.length > selected.messages.length
    selected = { folder: selected.folder, messages }
    if (more) say(`* ${messages.length} EXISTS`)
  }

  function startIdle(tag: string): boolean {
    open()
    let looking: Promise<void> = Promise.resolve()
    const look = () => {
      looking = looking.then(refresh).catch(() => {})
    }
    const timer = setInterval(look, LOOK_MS).unref()
    store.changes.on('mail', look)
    const stop = () => {
      clearInterval(timer)
      store.changes.off('mail', look)
    }
    idle = { tag, stop }
    socket.write('+ idling\r\n')
    look()
    return true
  }

  function endIdle(): boolean {
    const { tag, stop } = idle!
    stop()
    idle = null
    say(`${tag} OK IDLE terminated`)
    return true
  }

  return { greet: () => say(`* OK [CAPABILITY ${capabilities()}] Ready`), take, close: () => idle?.stop() }
}

function fail(words: string): never {
  throw new No(words)
}
