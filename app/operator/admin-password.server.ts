import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { Cancelled } from './admin-interrupt.server'
import { OperatorError } from './operation.server'

/** A new password of 24 characters, 144 bits. */
export const generatePassword = (): string => randomBytes(18).toString('base64url')

/**
 * A password typed twice at the terminal, without echo, or the first line of standard input. Never an argument: other users of the
 * machine can see those.
 * @throws Cancelled after Ctrl-C or Ctrl-D
 */
export async function readPassword(
  input: Readable & { isTTY?: boolean } = process.stdin,
  screen: Writable = process.stderr,
): Promise<string> {
  if (!input.isTTY) {
    for await (const line of createInterface({ input })) return line
    throw new OperatorError('standard input has no password: pipe one in, or add --generate')
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: silent, terminal: true })
  // Versions of Node differ in what these keys do to an open question; some leave it open forever.
  const ended = new AbortController()
  const end = () => ended.abort()
  terminal.once('SIGINT', end).once('close', end)
  const ask = async (text: string) => {
    screen.write(text)
    try {
      return await terminal.question('', { signal: ended.signal })
    } catch (error) {
      throw ended.signal.aborted ? new Cancelled() : error
    } finally {
      screen.write('\n')
    }
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('Repeat password: ')) !== password) throw new OperatorError('the passwords do not match')
    return password
  } finally {
    terminal.close()
  }
}
