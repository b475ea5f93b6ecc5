import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deadline } from '~/providers/net/deadline'
import { readText } from '~/providers/net/read-body'
import { NEVER } from './support/mail'

/** Deadlines while memory is collected again and again, as in a program that has been at work for a while. */

let collecting: NodeJS.Timeout
beforeEach(() => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collecting = setInterval(collect, 10)
})
afterEach(() => clearInterval(collecting))

const MANY = 50
const each = <T>(make: () => T): T[] => Array.from({ length: MANY }, make)
const reasonOf = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason.name)))

test('a nested deadline fires', async () => {
  const reasons = each(() => reasonOf(deadline(60_000, deadline(150, NEVER))))
  expect(new Set(await Promise.all(reasons))).toEqual(new Set(['TimeoutError']))
})

test('stops reading a dripping response at the deadline', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = async () => {
    const signal = deadline(300, NEVER)
    return readText(await fetch(url, { signal }), 1_000_000, signal)
  }
  const ends = each(() => read().catch((error: Error) => error.name))
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['TimeoutError']))
  // Each connection was closed, or this would not end.
  await new Promise((resolve) => server.close(resolve))
})

test('no code uses AbortSignal.timeout, which may never fire', () => {
  const files = (readdirSync('app', { recursive: true }) as string[]).filter((name) => /\.tsx?$/.test(name))
  const found = files.filter((name) => readFileSync(`app/${name}`, 'utf8').includes('AbortSignal.timeout('))
  expect(found).toEqual([])
})

test('cuts a text at its limit and closes the connection', async () => {
  const server = createServer((_, response) => response.end('x'.repeat(1_000_000)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = await readText(await fetch(url), 1_000, NEVER)
  expect(text.length).toBeLessThan(1_000_000)
  expect(text.length).toBeGreaterThan(1_000)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
