import { matchRoutes } from '@remix-run/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillScreens, SIGNED_OUT, screens } from '../../e2e/shell/screen-list'
import { routeTable } from '../../support/route-table'
import { type Client, startServer, type TestServer } from '../../support/server'
import { nameOf, SUBMITS, Visitor } from '../../support/visitor'

let server: TestServer
let client: Client
let stranger: Client
let member: Visitor
let paths: string[]

beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  stranger = server.client()
  await stranger.signUp()
  paths = screens(await fillScreens(client, server))
  member = new Visitor(client)
})
afterAll(() => server?.close())

/** What is wrong with the addresses of forms, by method and address. */
const known = new Map<string, string | null>()

/**
 * Whether an address takes the submissions of a form. What is sent is empty, and by a stranger, so that nothing of the member changes.
 * @returns what is wrong, or null
 */
async function judgeAddress(method: string, at: string): Promise<string | null> {
  const { status, headers } =
    method === 'get'
      ? await client.request('GET', at)
      : await stranger.request('POST', at, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: '',
        })
  // A stranger's ids are unknown to an action; an address without one refuses the method.
  if (status === 405 || (status === 404 && method === 'get')) return `answers ${status}`
  return headers.get('location') === '/login' ? 'has no session' : null
}

async function judgeForm(form: HTMLFormElement): Promise<string[]> {
  const found: string[] = []
  const [method, action] = [form.getAttribute('method')?.toLowerCase(), form.getAttribute('action')]
  if (method !== 'get' && method !== 'post') found.push(`has the method ${method}`)
  if (!action) found.push('has no action')
  const submits = [...form.elements].filter((one) => one.matches(SUBMITS))
  if (submits.length === 0) found.push('has no submit button')
  const nameless = [...form.elements].filter(
    (one) =>
      one.matches('input, select, textarea, button') &&
      !one.matches('[type=hidden], [hidden]') &&
      !nameOf(one),
  )
  for (const one of nameless) found.push(`has a nameless ${one.tagName} ${one.getAttribute('name')}`)
  for (const target of [action, ...submits.map((one) => one.getAttribute('formaction'))]) {
    // Every screen has the same form for it, and it would end the stranger's session.
    if (!target || !method || target === '/logout') continue
    const key = `${method} ${target}`
    if (!known.has(key)) known.set(key, await judgeAddress(method, target))
    if (known.get(key)) found.push(`sends to ${target}, which ${known.get(key)}`)
  }
  return found
}

/** Screens that say that something does not exist. */
const MISSING = ['/nowhere', '/u/unknown']

async function judge(visitor: Visitor, path: string): Promise<{ forms: number; found: string[] }> {
  await visitor.open(path)
  const isThere = visitor.status === 200 || MISSING.includes(path)
  const forms = [...visitor.document.querySelectorAll('form')]
  const found = isThere ? [] : [`${path} answers ${visitor.status}`]
  for (const form of forms)
    for (const problem of await judgeForm(form))
      found.push(`${path}: ${form.outerHTML.slice(0, 120)} ${problem}`)
  return { forms: forms.length, found }
}

test('without scripts every form of every screen has an action, a method and a button that submits it', async () => {
  const found: string[] = []
  let count = 0
  const add = async (visitor: Visitor, path: string) => {
    const judged = await judge(visitor, path)
    count += judged.forms
    found.push(...judged.found)
  }
  // A screen without an action, and no screen at all.
  expect(await judgeAddress('post', '/personas')).toBe('answers 405')
  expect(await judgeAddress('post', '/nowhere')).toBe('answers 405')
  expect(await judgeAddress('get', '/nowhere')).toBe('answers 404')
  for (const path of paths) await add(member, path)
  for (const path of SIGNED_OUT) await add(new Visitor(server.client()), path)
  expect(found).toEqual([])
  expect(count).toBeGreaterThan(500)
})

/** The start redirects, and two questions are asked only while contacts are in progress (tests/e2e/sequences/versions.spec.ts). */
const ELSEWHERE = ['/', '/sequences/:id/steps/order', '/sequences/:id/versions/:version/move']

test('every screen of the route table is among the screens', () => {
  const table = routeTable().filter(({ file }) => file.endsWith('.tsx') && !file.startsWith('routes/api'))
  const all = [...paths, ...SIGNED_OUT].map((path) => path.replace(/\?.*/, ''))
  const missing = table.filter(({ path }) => !all.some((one) => matchRoutes([{ path }], one)))
  expect(missing.map(({ path }) => path)).toEqual(ELSEWHERE)
})
