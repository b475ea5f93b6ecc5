import type { IncomingMessage, ServerResponse } from 'node:http'

/** One parsed call to a simulated service. */
export interface Call {
  req: IncomingMessage
  res: ServerResponse
  method: string
  /** The path below the mount point, e.g. `/token`. */
  path: string
  query: URLSearchParams
  body: Buffer
  /** Mail time when the call arrived. */
  now: Date
}

/** An error response that a handler throws: its status and JSON body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`refused with ${status}`)
  }
}

/** The whole request body. @throws Refusal 413 with `tooLarge` if it exceeds `most` bytes */
async function readBody(req: IncomingMessage, most: number, tooLarge: unknown): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new Refusal(413, tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The fields of a form-encoded body. */
export const formOf = (call: Call) => new URLSearchParams(call.body.toString('utf8'))

export function sendJson(call: Pick<Call, 'res' | 'now'>, status: number, body: unknown): void {
  send(call, status, 'application/json; charset=UTF-8', JSON.stringify(body))
}

export function send(call: Pick<Call, 'res' | 'now'>, status: number, type: string, body: string): void {
  const { res, now } = call
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.setHeader('Cache-Control', 'no-store')
  // The client learns the service's time from this header; it must be the sandbox's time.
  res.setHeader('Date', now.toUTCString())
  res.end(body)
}

/** An error of a token endpoint (RFC 6749, 5.2). @throws always. */
export function refuseToken(status: number, error: string, description: string): never {
  throw new Refusal(status, { error, error_description: description })
}

/** Never responds: the connection stays open until the caller gives up. */
export function waitForClose({ res }: Call): Promise<void> {
  return new Promise((resolve) => res.once('close', () => resolve()))
}

/** Cuts the connection without a response. */
export function cut({ req }: Call): void {
  req.socket.resetAndDestroy()
}

/** What a simulated service takes. */
interface Service {
  route(call: Call): Promise<void>
  /** Mail time. */
  now(): Promise<Date>
  /** The largest body in bytes, and the response to a larger one. */
  most: number
  tooLarge: unknown
}

/** The handler of a service: it parses a call and sends a Refusal. It rejects only for our own failures (the database is down): the caller responds to those. */
export const handlerOf =
  ({ route, now: time, most, tooLarge }: Service) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const now = await time()
    try {
      const url = new URL(req.url ?? '/', 'http://simulator')
      const call = { req, res, method: req.method ?? 'GET', path: url.pathname, query: url.searchParams, now }
      await route({ ...call, body: await readBody(req, most, tooLarge) })
    } catch (error) {
      if (res.destroyed) return // the caller has disconnected
      if (!(error instanceof Refusal)) throw error
      sendJson({ res, now }, error.status, error.body)
    }
  }
