// npm run inbound -- FILE… (or "-" for standard input): prints one JSON line per message with its classification.
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { classifyInbound, type Inbound, MAX_INBOUND_BYTES } from '../app/providers/mail/inbound/inbound'

/** How much of an endless standard input is discarded before its writer is cut off. */
const MAX_DRAINED = 256 * 1024 * 1024

/** npm runs scripts in the folder of package.json; file names are relative to the caller's folder. */
const CALLED_FROM = process.env.INIT_CWD ?? process.cwd()

/** One buffer for all files: each is classified before the next is read. */
const buffer = Buffer.alloc(MAX_INBOUND_BYTES)

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('Usage: npm run inbound -- FILE… (or "-" for one message on standard input)\n')
  process.exitCode = 1
}
for (const file of files) {
  try {
    const raw =
      file === '-' ? await readStart(process.stdin) : await readFileStart(path.resolve(CALLED_FROM, file))
    process.stdout.write(`${JSON.stringify({ file, ...summaryOf(await classifyInbound(raw)) })}\n`)
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** What the classifier says, without what it only passes on. */
function summaryOf({ kind, hard, recipients, status, reason, stop, mayStop, returnsOn, text }: Inbound) {
  const optOut = stop || (mayStop ? 'ask' : false)
  return { kind, hard, recipients, status, reason, optOut, returnsOn: returnsOn ?? null, text }
}

/** The first bytes of a file, as many as the classifier uses; the rest is never read. */
async function readFileStart(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    let length = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null)
      length += bytesRead
      if (bytesRead === 0 || length === buffer.length) return buffer.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

/** The first bytes of a stream. The rest is read and discarded, so that its writer gets no broken pipe. */
async function readStart(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length < MAX_INBOUND_BYTES) chunks.push(chunk.subarray(0, MAX_INBOUND_BYTES - length))
    length += chunk.length
    if (length > MAX_DRAINED) break
  }
  return Buffer.concat(chunks)
}
