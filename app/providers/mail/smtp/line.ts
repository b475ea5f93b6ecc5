import type { Socket } from 'node:net'
import type { MailTimeouts } from '../deps'
import { type Envelope, writeEnvelope } from './envelope'
import { SmtpError, socketFailed, stopped } from './error'
import type { Carrier, Flight } from './flight'
import { onTheWire, Slices } from './message'
import { isNo, isYes, type Reply, ReplyReader } from './replies'
import { notSmtpAt, refusedAt, type Stage } from './stage'
import type { SmtpSession } from './takeover'

/** A connection is replaced after so many mails. */
const MAILS_PER_CONNECTION = 1_000
/** A server that was told goodbye has so long to close its side. */
const CLOSE_MS = 5_000

/** Whoever hands a line its mails. */
export interface LineOwner {
  /** The line can take the next mail. */
  lineIsFree(line: SmtpLine): void
  /** The line is gone. `flight` is the mail that was on it, and `error` why it did not arrive. */
  lineHasEnded(line: SmtpLine, flight: Flight | null, error: SmtpError | null): void
}

/** One logged-in SMTP connection, and the mails that go over it one after another (RFC 5321, 3.3; RFC 2920). */
export class SmtpLine implements Carrier {
  /** Mails that got their answer here. */
  carried = 0
  private stage: Stage = 'idle'
  private flight: Flight | null = null
  /** The first refusal of the mail under way. */
  private refusal: SmtpError | null = null
  /** The first answer to its envelope that is none. */
  private oddity: SmtpError | null = null
  /** RCPT, until it is written. */
  private rcpt = ''
  /** What is left to write of a large message. */
  private slices: Slices | null = null
  private readonly replies = new ReplyReader()
  private readonly socket: Socket
  private readonly can: SmtpSession['can']
  private readonly idleTimer: NodeJS.Timeout

  constructor(
    { socket, can }: SmtpSession,
    timeouts: MailTimeouts,
    private readonly owner: LineOwner,
  ) {
    this.socket = socket
    this.can = can
    this.idleTimer = setTimeout(() => this.stage === 'idle' && this.quit(), timeouts.idle).unref()
    socket.on('data', (chunk: Buffer) => this.read(chunk))
    socket.on('drain', () => this.writeOn())
    socket.on('error', (error) => this.end(socketFailed(error)))
    socket.on('end', () => this.lose())
    socket.on('close', () => this.lose())
    // Starts anew with everything that is read or written.
    socket.setTimeout(timeouts.silence)
    socket.on('timeout', () => this.giveUp())
    socket.resume()
  }

  get isIdle(): boolean {
    return this.stage === 'idle'
  }

  private get isOver(): boolean {
    return this.stage === 'over'
  }

  /** Sends a mail over the line, which must be idle. */
  carry(flight: Flight): void {
    let envelope: Envelope
    try {
      envelope = writeEnvelope(flight.mail, this.can)
    } catch (error) {
      flight.fail(error)
      this.owner.lineIsFree(this)
      return
    }
    this.flight = flight
    flight.carrier = this
    this.stage = 'mail'
    this.rcpt = envelope.rcpt
    this.socket.write(this.can.pipelining ? `${envelope.mail}${envelope.rcpt}DATA\r\n` : envelope.mail)
  }

  abandon(flight: Flight): void {
    if (flight === this.flight) this.end(stopped())
  }

  /** Ends the line; the mail on it fails. */
  close(): void {
    if (this.stage === 'idle') this.quit()
    else this.end(stopped())
  }

  private read(chunk: Buffer): void {
    if (this.isOver) return
    this.replies.push(chunk)
    for (let reply = this.replies.next(); reply; reply = this.replies.next()) {
      if (reply.code === 0) this.end(notSmtpAt(this.stage, reply))
      else if (reply.code === 421) this.take421(reply)
      else this.take(reply)
      if (this.isOver) return
    }
  }

  /** "Service not available, closing": may come at any time, in the place of any answer. */
  private take421(reply: Reply): void {
    if (this.flight) this.refusal ??= refusedAt(this.stage, reply)
    this.end(null)
  }

  private take(reply: Reply): void {
    const { stage } = this
    if (stage === 'mail' || stage === 'rcpt') this.takeEnvelope(reply, stage)
    else if (stage === 'data') this.takeData(reply)
    else if (stage === 'dot') this.takeVerdict(reply)
    else if (stage === 'reset' && isYes(reply)) this.free()
    else {
      // In the middle of a message it says no before it has read all: what it would make of the rest is not worth knowing.
      if (stage === 'message' && isNo(reply)) this.refusal = refusedAt(stage, reply)
      this.end(notSmtpAt(stage, reply))
    }
  }

  private takeEnvelope(reply: Reply, stage: 'mail' | 'rcpt'): void {
    if (isNo(reply)) this.refusal ??= refusedAt(stage, reply)
    else if (!isYes(reply)) this.oddity ??= notSmtpAt(stage, reply)
    this.stage = stage === 'mail' ? 'rcpt' : 'data'
    // All was written at once, and all of it is answered.
    if (this.can.pipelining) return
    if (this.oddity) this.end(this.oddity)
    else if (this.refusal) this.refuse(this.refusal)
    else if (!this.isAhead()) this.socket.write(stage === 'mail' ? this.rcpt : 'DATA\r\n')
  }

  private takeData(reply: Reply): void {
    if (this.oddity) this.end(this.oddity)
    else if (isNo(reply)) this.refuse(this.refusal ?? refusedAt('data', reply))
    // It refused the envelope and now waits for a message all the same: it gets none.
    else if (this.refusal) this.end(null)
    // Servers that know little, pipelining among it, may say 250 here.
    else if (reply.code >= 300 || (isYes(reply) && !this.can.pipelining)) {
      if (!this.isAhead()) this.handOver()
    } else this.end(notSmtpAt('data', reply))
  }

  private handOver(): void {
    const message = onTheWire(this.flight!.mail.raw)
    this.flight!.isBegun = true
    this.stage = 'message'
    this.slices = new Slices(message)
    this.writeOn()
  }

  /** Writes as much of the message as is taken off our hands: until the last slice it can be stopped. */
  private writeOn(): void {
    while (this.stage === 'message') {
      const slice = this.slices!.next()
      if (this.slices!.isAtEnd) {
        this.stage = 'dot'
        this.flight!.handedOver = true
        this.slices = null
      }
      if (!this.socket.write(slice)) return
    }
  }

  private takeVerdict(reply: Reply): void {
    if (isNo(reply)) this.refuse(refusedAt('dot', reply))
    else if (isYes(reply)) {
      const flight = this.flight!
      this.flight = null
      this.carried += 1
      flight.land(reply.text)
      this.free()
    } else this.end(notSmtpAt('dot', reply))
  }

  /**
   * The mail failed, the connection did not. RSET, as a MAIL that follows another one is refused by many servers when RCPT or
   * DATA ended the first.
   */
  private refuse(refusal: SmtpError): void {
    const flight = this.flight!
    this.flight = null
    this.refusal = null
    this.carried += 1
    flight.fail(refusal)
    this.stage = 'reset'
    if (this.replies.isEmpty) this.socket.write('RSET\r\n')
    else this.end(null)
  }

  private free(): void {
    this.stage = 'idle'
    if (!this.replies.isEmpty) this.end(null)
    else if (this.carried >= MAILS_PER_CONNECTION) this.quit()
    else {
      this.idleTimer.refresh()
      this.owner.lineIsFree(this)
    }
  }

  /** Says goodbye; only between mails, or it would be part of one. */
  private quit(): void {
    this.stop()
    this.socket.end('QUIT\r\n')
    this.socket.setTimeout(CLOSE_MS)
    this.owner.lineHasEnded(this, null, null)
  }

  /** The connection is of no more use: what was under way fails, with the server's refusal if there was one. */
  private end(error: SmtpError | null): void {
    if (this.isOver) return
    const { flight, refusal } = this
    this.stop()
    this.socket.destroy()
    this.owner.lineHasEnded(this, flight, refusal ?? error)
  }

  private stop(): void {
    this.stage = 'over'
    this.flight = null
    this.refusal = null
    this.slices = null
    clearTimeout(this.idleTimer)
  }

  private lose(): void {
    // The line end may be all that got lost of a no; of a yes more may be.
    const no = /^[45]\d\d[ -].*/s.exec(this.replies.unfinished)?.[0]
    this.end(new SmtpError('ECONNECTION', 'CONN', 'Connection closed unexpectedly', no))
  }

  private giveUp(): void {
    if (this.isOver) this.socket.destroy()
    else if (this.stage === 'idle') this.quit()
    else this.end(new SmtpError('ETIMEDOUT', 'CONN', 'Timeout'))
  }

  /** Whether the server answered what it was not yet asked; then nothing more is written. */
  private isAhead(): boolean {
    if (this.replies.isEmpty) return false
    this.end(new SmtpError('EPROTOCOL', 'CONN', 'The server answered more than it was asked'))
    return true
  }
}
