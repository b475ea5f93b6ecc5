import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../../app/http/api/reference/errors'
import { ROOT } from '../../support/imports'
import { type Client, startServer, type TestServer } from '../../support/server'
import { LANGUAGES, runBatch } from './batch'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const readGuide = (name: string) => readFileSync(path.join(ROOT, `docs/guides/${name}.md`), 'utf8')

/** The blocks of a language in a text. */
const blocksOf = (text: string, language: string) =>
  text
    .split('\n```')
    .filter((part) => part.startsWith(`${language}\n`))
    .map((part) => part.slice(language.length + 1))

const PAGE = { headers: { accept: 'text/html' } }
const pageOf = async (at: string) => {
  const response = await server.client().request('GET', at, PAGE)
  return { status: response.status, html: await response.text() }
}

test('the program of "From a CRM to a reply" does what its guide says', async () => {
  const { key } = await client.ok('POST', '/api/keys', { name: 'CRM', scope: 'write' })
  const blocks = blocksOf(readGuide('crm-to-reply'), 'js')
  expect(blocks.length).toBeGreaterThan(6)
  const source = blocks.join('\n').replaceAll('https://coldframe.example.com', server.url)
  const example = { name: 'guide', source, env: { COLDFRAME_API_KEY: key } }
  const { failed, printed } = await runBatch(LANGUAGES.typescript!, [example])
  expect(failed).toEqual({})
  expect(printed.guide).toContain('running')
  expect(printed.guide).toContain('ann@acme.example: A question, Ann')
  expect(printed.guide).toContain('CRM record 4711: replied')
  const { conversations } = await client.ok('GET', '/api/conversations?state=done')
  expect(conversations).toMatchObject([{ contactEmail: 'ann@acme.example' }])
})

test('the recipe for n8n finds the conversation of its event, also when two replies arrive together', async () => {
  const owner = server.client()
  await owner.signUp()
  await owner.connectMailbox('recipes@coldframe.example')
  const list = await owner.ok('POST', '/api/personas', {
    name: 'L',
    industry: 'I',
    jobTitle: 'J',
    location: 'P',
  })
  const people = ['first+1@recipes.example', 'second@recipes.example']
  for (const email of people) await owner.ok('POST', '/api/contacts', { email, personaId: list.id })
  const letter = { name: 'T', subject: 'Hello', htmlBody: '<p>Hello</p>' }
  const template = await owner.ok('POST', '/api/templates', letter)
  const { id } = await owner.ok('POST', '/api/sequences', { name: 'S', timezone: 'Europe/Paris' })
  const step = { templateId: template.id, delayDays: 1, sendHour: 9 }
  await owner.ok('POST', `/api/sequences/${id}/steps`, step)
  await owner.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await owner.ok('POST', `/api/sequences/${id}/activate`)
  // Long enough to skip a weekend.
  await owner.ok('POST', '/sandbox/clock', { advanceMinutes: 5 * 24 * 60 })
  for (const to of people) {
    const [mail] = await owner.ok('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)
    await owner.ok('POST', `/sandbox/messages/${mail.id}/reply`, { text: 'Tell me more' })
  }
  await owner.ok('POST', '/sandbox/clock', { advanceMinutes: 10 })
  const [, url] = /GET\s+`https:\/\/coldframe\.example\.com(\/api\/conversations[^`]*)`/.exec(
    readGuide('n8n'),
  )!
  for (const contactEmail of people) {
    const at = url!.replace(
      /{{ encodeURIComponent\(\$json\.body\.data\.contactEmail\) }}/,
      encodeURIComponent(contactEmail),
    )
    const { conversations } = await owner.ok('GET', at)
    expect(conversations[0]).toMatchObject({ contactEmail })
  }
})

test('the recipe for n8n adds contacts with any characters in their names', async () => {
  const [block] = blocksOf(readGuide('n8n').replaceAll('\n   ', '\n'), 'js')
  const expression = block!.trim().replace(/^\{\{|\}\}$/g, '')
  const { id } = await client.ok('POST', '/api/personas', {
    ...{ name: 'L', industry: 'I', jobTitle: 'J', location: 'P' },
  })
  const $json = { id: 47, email: 'quote@recipes.example', firstName: 'Ann "Q"\\', company: 'A\n"B"' }
  const body = JSON.parse(new Function('$json', `return ${expression}`)($json) as string)
  expect(body.personaId).toMatch(/^01985c1e/)
  const [, at] = /https:\/\/coldframe\.example\.com(\/api\/contacts\?\S*)`/.exec(readGuide('n8n'))!
  const made = await client.ok('POST', at!, { ...body, personaId: id })
  expect(made).toMatchObject({ firstName: 'Ann "Q"\\', custom: { crm_id: '47' } })
})

describe('the reference', () => {
  test.each([
    ['/api/docs', 'Your first call'],
    ['/api/docs/contacts', 'createContact'],
    ['/api/docs/guides/n8n', 'Recipes for n8n'],
    ['/api/docs/guides/zapier', 'Recipes for Zapier'],
  ])('shows %s to everyone', async (at, text) => {
    const { status, html } = await pageOf(at)
    expect(status).toBe(200)
    expect(html).toContain(text)
  })

  test.each(['/api/docs/nothing', '/api/docs/guides/nothing', '/api/docs/guides/introduction'])(
    'says 404 for %s',
    async (at) => {
      expect((await pageOf(at)).status).toBe(404)
    },
  )

  test('has a place for each error code', async () => {
    const { html } = await pageOf('/api/docs/errors')
    const missing = Object.keys(ERROR_TEXTS).filter((code) => !html.includes(`id="${code}"`))
    expect(missing).toEqual([])
  })

  test('shows examples with the address of this installation', async () => {
    for (const at of ['/api/docs', '/api/docs/sequences?lang=python', '/api/docs/guides/crm-to-reply']) {
      const { html } = await pageOf(at)
      expect(html).toContain(server.url)
      expect(html).not.toContain('coldframe.example.com')
    }
  })

  test('links only to pages and places that exist', async () => {
    const seen = new Map<string, string>()
    const queue = ['/api/docs']
    const broken: string[] = []
    for (const at of queue) {
      const { status, html } = await pageOf(at)
      seen.set(at, html)
      if (status !== 200) broken.push(at)
      const links = [...html.matchAll(/href="(\/api\/docs[^"#?]*)[^"]*"/g)].map(([, to]) => to!)
      for (const to of new Set(links)) if (!queue.includes(to)) queue.push(to)
    }
    expect(queue.length).toBeGreaterThan(15)
    for (const [at, html] of seen)
      for (const [, to, place] of html.matchAll(/href="(\/api\/docs[^"#?]*)(?:\?[^"#]*)?#([^"]+)"/g))
        if (!seen.get(to!)?.includes(`id="${place}"`)) broken.push(`${at}: ${to}#${place}`)
    expect(broken).toEqual([])
  })
})
