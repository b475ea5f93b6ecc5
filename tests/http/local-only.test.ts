import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isLocal } from '~/http/local-only.server'

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

test.each([
  ['127.0.0.1', 'localhost:3000'],
  ['::ffff:127.0.0.1', '127.0.0.1:3000'],
  ['::1', '[::1]:3000'],
])('a request from %s to %s is local', (from, host) => {
  expect(isLocal(request(from, { host }))).toBe(true)
})

test.each([
  ['192.0.2.7', { host: 'localhost:3000' }],
  ['192.0.2.7', { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }],
  ['::ffff:192.0.2.7', { host: '127.0.0.1' }],
  ['127.0.0.1', { host: 'rebound.example:3000' }],
  ['127.0.0.1', { host: 'localhost.example' }],
  ['127.0.0.1', {}],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { host: 'localhost', forwarded: 'for=127.0.0.1' }],
] as [string, Record<string, string>][])('a request from %s with %o is not local', (from, headers) => {
  expect(isLocal(request(from, headers))).toBe(false)
})
