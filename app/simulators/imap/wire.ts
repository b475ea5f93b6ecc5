import type { Socket } from 'node:net'
import { type CommandSource, LITERAL_MARK } from './parse'

const MAX_LINE = 64 * 1024
const MAX_LITERAL = 30 * 1024 * 1024

/**
 * The complete commands of a connection: for a literal, the client is asked for its bytes (RFC 3501, 4.3; with `+` they come unasked,
 * RFC 7888). Ends with the connection, or at invalid IMAP.
 */
export async function* readCommands(socket: Socket): AsyncGenerator<CommandSource> {
  let buffer = Buffer.alloc(0)
  let text = ''
  let literals: Buffer[] = []
  let literalLength: number | null = null
  for await (const chunk of socket) {
    buffer = Buffer.concat([buffer, chunk as Buffer])
    for (;;) {
      if (literalLength !== null) {
        if (buffer.length < literalLength) break
        literals.push(buffer.subarray(0, literalLength))
        buffer = buffer.subarray(literalLength)
        text += LITERAL_MARK
        literalLength = null
      }
      const end = buffer.indexOf('\n')
      if (end < 0) {
        if (buffer.length > MAX_LINE) return
        break
      }
      const line = buffer.subarray(0, end).toString('latin1').replace(/\r$/, '').replaceAll(LITERAL_MARK, '')
      buffer = buffer.subarray(end + 1)
      const announced = /\{(\d+)(\+?)\}$/.exec(line)
      if (announced) {
        literalLength = Number(announced[1])
        if (literalLength > MAX_LITERAL) return
        text += line.slice(0, announced.index)
        if (!announced[2]) socket.write('+ Ready for more\r\n')
        continue
      }
      yield { text: text + line, literals }
      text = ''
      literals = []
    }
  }
}
