import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from './operation.server'

/** A new password of 24 characters, 144 bits. */
export const generatePassword = (): string => randomBytes(18).toString('base64url')

/** A password typed twice at the terminal, without echo, or the first line of standard input. Never an argument: those are public. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of createInterface({ input: process.stdin })) return line
    throw new OperatorError('standard input has no password: pipe one in, or add --generate')
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (text: string) => {
    process.stderr.write(text)
    const answer = await terminal.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('The same again: ')) !== password) throw new OperatorError('the two passwords differ')
    return password
  } finally {
    terminal.close()
  }
}
