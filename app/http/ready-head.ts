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
 * Heads that differ in one value and are asked for many thousand times a second: Node makes one every half second, and the others
 * repeat it. Where that cannot be (a connection that ends, HTTP/1.0, a Node that keeps heads elsewhere) it makes each.
 * @param headers the headers with a value, as `writeHead` takes them fastest; the value is in them once, and like nothing else there
 * @returns what writes the head of a response, with status 200
 */
export function createReadyHead(
  headers: (value: string) => string[],
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
    const isUsual = response.shouldKeepAlive && response.req.httpVersion === '1.1'
    if (!isUsual) {
      response.writeHead(200, headers(value))
      return
    }
    const now = performance.now()
    if (now < until) (response as Headed)._header = before + value + after
    if (response.headersSent) return
    response.writeHead(200, headers(value))
    keep((response as Headed)._header, value, now)
  }
}
