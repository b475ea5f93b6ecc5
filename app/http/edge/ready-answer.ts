import type { ServerResponse } from 'node:http'

/** For so long, in milliseconds, a head is used again: its `Date` counts seconds. */
const FRESH_MS = 500

/**
 * Node keeps the head of an answer here until it leaves; `headersSent` says whether there is one. It has no public name
 * (docs/decisions/0027).
 */
interface Headed {
  _header?: unknown
}

/**
 * Answers that differ in one value and are asked for many thousand times a second: Node makes the head of one every half second, and the
 * others repeat it and the body after it, in one piece. Where that cannot be (a connection that ends, HTTP/1.0, a Node that
 * keeps heads elsewhere) it makes each.
 * @param headers the headers with a value, as `writeHead` takes them fastest; the value is in them once, and like nothing else there
 * @param body in Latin-1, as long as the headers say
 * @returns what answers a request, with status 200
 */
export function createReadyAnswer(
  headers: (value: string) => string[],
  body: string,
): (response: ServerResponse, value: string) => void {
  let before = ''
  let after = ''
  let until = 0
  const keep = (head: unknown, value: string, now: number) => {
    const parts = typeof head === 'string' ? head.split(value) : []
    until = parts.length === 2 ? now + FRESH_MS : 0
    ;[before, after] = [parts[0] ?? '', parts[1] ?? '']
  }
  return (response, value) => {
    const { method, httpVersion } = response.req
    const isUsual = response.shouldKeepAlive && httpVersion === '1.1' && method === 'GET'
    const now = performance.now()
    if (isUsual && now < until) {
      // Whatever is added by `end` would go to the socket as a piece of its own.
      ;(response as Headed)._header = before + value + after + body
      if (response.headersSent) {
        response.end()
        return
      }
    }
    response.writeHead(200, headers(value))
    if (isUsual) keep((response as Headed)._header, value, now)
    response.end(body, 'latin1')
  }
}
