import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type Stage = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'dot'

/** The server's action at a stage: reply with a line or raw bytes, stay silent, or disconnect. */
export type Act = string | { bytes: Buffer; thenCut?: boolean } | 'SILENCE' | 'CUT' | 'STOP READING'

const USUAL: Record<Stage, Act> = {
  greeting: '220 mx.example.net ESMTP',
  EHLO: '250-mx.example.net\r\n250-PIPELINING\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 20000000',
  STARTTLS: '502 5.5.1 Command not implemented',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go ahead',
  dot: '250 2.0.0 Ok: queued as 4XyZ12',
}

/**
 * A scripted SMTP server on a raw socket that records its commands: it misbehaves in ways that the simulator, being
 * correct, cannot.
 */
export async function startScriptedSmtp() {
  const state = {
    script: {} as Partial<Record<Stage, Act>>,
    /** Everything that clients wrote, in latin1. */
    received: '',
    /** Messages whose end arrived. */
    dots: [] as string[],
    connections: 0,
  }
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    state.connections += 1
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    let buffer = ''
    let inMessage = false

    /** @returns whether the conversation continues */
    const act = (stage: Stage): boolean => {
      const what = state.script[stage] ?? USUAL[stage]
      if (what === 'SILENCE') return false
      if (what === 'CUT') {
        socket.destroy()
        return false
      }
      if (what === 'STOP READING') {
        socket.write('354 Go ahead\r\n')
        socket.pause()
        return false
      }
      if (typeof what === 'string') {
        socket.write(`${what}\r\n`)
        if (what.startsWith('421')) socket.end()
        return true
      }
      socket.write(what.bytes, () => what.thenCut && socket.destroy())
      return !what.thenCut
    }

    const take = (line: string) => {
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'EHLO' || word === 'HELO') act('EHLO')
      else if (word === 'STAR') act('STARTTLS')
      else if (word === 'AUTH') act('AUTH')
      else if (word === 'MAIL') act('MAIL')
      else if (word === 'RCPT') act('RCPT')
      else if (word === 'DATA')
        inMessage = act('DATA') && /^354/.test(String(state.script.DATA ?? USUAL.DATA))
      else if (word === 'QUIT') socket.end('221 Bye\r\n')
      else socket.write('250 Ok\r\n')
    }

    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      state.received += text
      buffer += text
      for (;;) {
        const end = inMessage ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        if (inMessage) {
          state.dots.push(buffer.slice(0, end))
          buffer = buffer.slice(end + 5)
          inMessage = false
          act('dot')
        } else {
          const line = buffer.slice(0, end)
          buffer = buffer.slice(end + 2)
          // After a refusal the pipelined DATA is refused as well.
          const refused = ['MAIL', 'RCPT'].some((stage) =>
            /^[45]/.test(String(state.script[stage as Stage] ?? '')),
          )
          if (refused && line.toUpperCase() === 'DATA') socket.write('503 5.5.1 No valid recipients\r\n')
          else take(line)
        }
      }
    })
    act('greeting')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    port: (server.address() as AddressInfo).port,
    /** Sets what happens from now on, and forgets what was received. */
    play(script: Partial<Record<Stage, Act>>): void {
      Object.assign(state, { script, received: '', dots: [], connections: 0 })
    },
    /** Sends a line on every open connection. */
    replyLate(line: string): void {
      for (const socket of sockets) socket.write(`${line}\r\n`)
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export type ScriptedSmtp = Awaited<ReturnType<typeof startScriptedSmtp>>
