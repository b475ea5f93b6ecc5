import { createServer, type Socket } from 'node:net'

/**
 * A mail server that accepts everything and keeps only ids. It runs in its own process and responds with `{ count }`,
 * `{ ids }` … over the parent's channel, so that counting costs the senders nothing.
 */
export interface SinkReport {
  /** Received messages, duplicates included. */
  count: number
  /** The count of each Message-ID. */
  ids: Record<string, number>
  /** Milliseconds of the first and the last message. */
  firstAt: number
  lastAt: number
}

const END = Buffer.from('\r\n.\r\n')
const delayMs = Number(process.env.SINK_DELAY_MS ?? 0)
/** Messages from this one on get no answer before `release`. */
let silentFrom = Number(process.env.SINK_SILENT_FROM ?? Infinity)
let unanswered: (() => void)[] = []
const seen = new Map<string, number>()
let count = 0
let firstAt = 0
let lastAt = 0

interface Question {
  id: number
  ask: string
}
const reply = ({ id }: Question, value: object) => process.send?.({ id, value })

/** Requests that wait for a number of messages. */
let waiting: { question: Question; wanted: number }[] = []
function tellWhoWaits() {
  const told = waiting.filter(({ wanted }) => count >= wanted)
  if (told.length === 0) return
  waiting = waiting.filter(({ wanted }) => count < wanted)
  for (const { question } of told) reply(question, { count })
}

function take(message: Buffer) {
  const head = message.toString('latin1', 0, Math.min(message.length, 4096))
  const id = /^message-id: *(<[^>]+>)/im.exec(head)?.[1] ?? '?'
  seen.set(id, (seen.get(id) ?? 0) + 1)
  count += 1
  lastAt = Date.now()
  firstAt ||= lastAt
  tellWhoWaits()
}

const server = createServer({ noDelay: true }, (socket: Socket) => {
  let inData = false
  let rest: Buffer = Buffer.alloc(0)
  // The replies to all commands of one chunk leave together, as those of real servers do.
  let replies = ''
  const say = (line: string) => {
    replies += `${line}\r\n`
  }
  const flush = () => {
    if (replies) socket.write(replies)
    replies = ''
  }
  const onLine = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO')
      say('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-AUTH PLAIN LOGIN\r\n250 SMTPUTF8')
    else if (verb === 'AUTH') say('235 2.7.0 ok')
    else if (verb === 'DATA') {
      inData = true
      say('354 go on')
    } else if (verb === 'QUIT') {
      say('221 bye')
      flush()
      socket.end()
    } else say('250 2.0.0 ok')
  }
  say('220 sink ESMTP')
  flush()
  socket.on('error', () => {})
  const read = (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    while (rest.length > 0) {
      if (inData) {
        const end = rest.indexOf(END)
        if (end < 0) return
        take(rest.subarray(0, end))
        rest = rest.subarray(end + END.length)
        inData = false
        const answer = () => socket.write('250 2.0.0 taken\r\n')
        if (count >= silentFrom) unanswered.push(answer)
        else if (delayMs > 0) setTimeout(answer, delayMs)
        else say('250 2.0.0 taken')
      } else {
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.toString('latin1', 0, end)
        rest = rest.subarray(end + 2)
        onLine(line)
      }
    }
  }
  socket.on('data', (chunk) => {
    read(chunk)
    flush()
  })
})

server.listen(Number(process.env.SINK_PORT ?? 0), '127.0.0.1', () => {
  process.send?.({ id: 0, value: { port: (server.address() as { port: number }).port } })
})
process.on('message', (question: Question) => {
  const wanted = /^reached (\d+)$/.exec(question.ask)
  if (wanted) {
    waiting.push({ question, wanted: Number(wanted[1]) })
    return tellWhoWaits()
  }
  if (question.ask === 'release') {
    silentFrom = Infinity
    for (const answer of unanswered) answer()
    unanswered = []
  }
  if (question.ask === 'reset') {
    seen.clear()
    count = 0
    firstAt = 0
    lastAt = 0
  }
  const ids = question.ask === 'report' ? { ids: Object.fromEntries(seen) } : {}
  reply(question, { count, firstAt, lastAt, ...ids })
})
process.on('disconnect', () => process.exit(0))
