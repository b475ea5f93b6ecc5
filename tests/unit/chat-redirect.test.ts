import { describe, expect, test } from 'vitest'
import { redirectOf } from '~/components/chat/redirect-message'

const OWN = 'https://outreach.example.com'
const ask = (url: unknown) => redirectOf({ type: 'REDIRECT', url }, OWN)

/** Beginnings of URLs that have escaped redirect checks elsewhere; `H` is a foreign host. */
const ways = [
  '//H',
  '///H',
  '////H',
  '/\\H',
  '\\/H',
  '\\\\H',
  '/\\/H',
  '/\\\\H',
  '\\H',
  '/\t/H',
  '/\n/H',
  '/\r/H',
  '/\r\n/H',
  '/\u0000/H',
  '/\u0001/H',
  '/ /H',
  '/\u00a0/H',
  '/\u2028/H',
  '/\ufeff/H',
  '\t//H',
  '\n//H',
  ' //H',
  '\u0000//H',
  '/.//H',
  '/..//H',
  '/./\\H',
  '/.\t//H',
  '/a/..//H',
  '/a/../..//H',
  '/%2e//H',
  '/%2e%2e//H',
  '/a/%2e%2e//H',
  '/.%2e//H',
  'https://H',
  'http://H',
  'HTTPS://H',
  'https:H',
  'https:/H',
  'https:\\\\H',
  'https:///H',
  'https://outreach.example.com@H',
  'https://outreach.example.com:pass@H',
  'https://outreach.example.com%40H',
  'https://outreach.example.com.H',
  'https://outreach.example.com\\@H',
  'https://H#outreach.example.com',
  'https://H?outreach.example.com',
  'https://H\\outreach.example.com',
  '@H',
  ':80@H',
  'H',
  '.H',
  'ftp://H',
  'ws://H',
  'file://H',
  'blob:https://outreach.example.com/H',
  'filesystem:https://outreach.example.com/H',
  'view-source:https://H',
  'about:blank#H',
]
const hosts = ['evil.example', 'evil.example/path?to=/sequences', '127.0.0.1:8080']

const scripts = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript://%0aalert(1)',
  '/javascript:alert(1)\\',
  'jav&#x09;ascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  '',
  '?q=1',
  '#hash',
  '.',
  '..',
  './sequences',
  '../sequences',
  'sequences',
]

/** These hide a slash or a backslash from the eye only: they stay paths of ours. */
const encoded = [
  '/%5cH',
  '/%5c%5cH',
  '/%2f%2fH',
  '/%2fH',
  '/%252f%252fH',
  '/%09/H',
  '/%0d%0aH',
  '/;//H',
  '/@H',
  '/:H',
  '/%00//H',
]

const bypasses = [...ways, ...encoded]
  .flatMap((way) => hosts.map((host) => way.replace('H', host)))
  .concat(scripts)

describe('a REDIRECT of the support chat', () => {
  test('accepts our paths with search and hash', () => {
    expect(ask('/sequences')).toBe('/sequences')
    expect(ask('/')).toBe('/')
    expect(ask('/sequences?status=running#top')).toBe('/sequences?status=running#top')
    expect(ask('/a/../personas')).toBe('/personas')
    expect(ask(`${OWN}/sequences?status=running`)).toBe('/sequences?status=running')
    expect(ask(`${OWN}//elsewhere.example`)).toBeNull()
  })

  test('never leaves the site for 200 bypass strings', () => {
    expect(new Set(bypasses).size).toBeGreaterThanOrEqual(200)
    const left = bypasses.filter((url) => {
      const to = ask(url)
      return to !== null && (to.startsWith('//') || new URL(to, OWN).origin !== OWN)
    })
    expect(left).toEqual([])
    const taken = ways
      .flatMap((way) => hosts.map((host) => way.replace('H', host)))
      .filter((url) => ask(url) !== null)
    expect(taken).toEqual([])
    expect(scripts.filter((url) => ask(url) !== null)).toEqual([])
  })

  test.each([
    ['nothing', undefined],
    ['no object', 'REDIRECT'],
    ['null', null],
    ['another type', { type: 'redirect', url: '/sequences' }],
    ['no type', { url: '/sequences' }],
    ['no url', { type: 'REDIRECT' }],
    ['an object that turns into a path', { type: 'REDIRECT', url: { toString: (): string => '/sequences' } }],
    ['a list', { type: 'REDIRECT', url: ['/sequences'] }],
    ['a path without an end', { type: 'REDIRECT', url: `/${'a'.repeat(5000)}` }],
  ])('ignores %s', (_, message) => {
    expect(redirectOf(message, OWN)).toBeNull()
  })
})
