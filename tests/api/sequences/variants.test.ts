import { beforeAll, expect, test } from 'vitest'
import { variantValues } from '~/models/sequences/variants/fields'
import type { Variant } from '~/models/sequences/variants/variants'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let id: string
let templates: string[]
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  client = server.client()
  await client.signUp()
  id = (await client.ok('POST', '/api/sequences', { name: 'Round' })).id
  const make = (name: string) =>
    client.ok('POST', '/api/templates', { name, subject: name, htmlBody: '<p>Hi</p>' })
  templates = [(await make('A')).id, (await make('B')).id, (await make('C')).id]
})

const of = (index: number, weight: number, active = true): Variant => ({
  templateId: templates[index]!,
  weight,
  active,
})
const makeStep = (variants: Variant[]) =>
  client.ok('POST', `/api/sequences/${id}/steps`, { variants, delayDays: 1 })
const post = (at: string, fields: Record<string, string | undefined>, user = client) =>
  user.request('POST', at, {
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  })

/** Sends the form of a step as its page has it. @returns the status */
const edit = async (at: string, form: Record<string, string | undefined>) =>
  (await post(at, { ...form, loaded: await loadedIn(at) })).status

/** The field of a form that says what it was loaded with. */
const loadedIn = async (at: string) =>
  /name="loaded" value="([^"]*)"/.exec(await (await client.request('GET', at)).text())![1]!

test.each<[string, () => Variant[]]>([
  ['several', () => [of(2, 100), of(0, 1, false), of(1, 30)]],
  ['one with a weight', () => [of(1, 7)]],
  ['one', () => [of(0, 1)]],
])('the form stores %s as the API does', async (_, make) => {
  const variants = make()
  const step = await makeStep(variants)
  const other = await makeStep([of(0, 1)])
  const form = { stepType: 'send_email', delayDays: '1', ...variantValues(step.variants) }
  for (const { id: stepId } of [step, other])
    expect(await edit(`/sequences/${id}/steps/${stepId}/edit`, form)).toBe(302)
  expect(await client.ok('GET', `/api/steps/${step.id}`)).toMatchObject({
    templateId: step.templateId,
    variants,
  })
  expect(await client.ok('GET', `/api/steps/${other.id}`)).toMatchObject({ variants })
})

test('a form with only the template changes the first active variant', async () => {
  const step = await makeStep([of(0, 5, false), of(1, 30)])
  const form = { stepType: 'send_email', delayDays: '1', templateId: templates[2] }
  expect(await edit(`/sequences/${id}/steps/${step.id}/edit`, form)).toBe(302)
  expect((await client.ok('GET', `/api/steps/${step.id}`)).variants).toEqual([of(0, 5, false), of(2, 30)])
})

test('the button of the report names variants in its URL', async () => {
  const step = await makeStep([of(0, 1), of(1, 1)])
  const at = `/sequences/${id}/steps/${step.id}/variants`
  expect((await post(`${at}?active=${templates[1]}`, {})).status).toBe(302)
  expect((await client.ok('GET', `/api/steps/${step.id}`)).variants).toEqual([of(0, 1, false), of(1, 1)])
  for (const query of ['', '?active=x', `?${templates.map((one) => `active=${one}`).join('&')}&active=x`])
    expect((await post(at + query, {})).status).toBe(404)
  const stranger = server.client()
  await stranger.signUp()
  expect((await post(`${at}?active=${templates[0]}`, {}, stranger)).status).toBe(404)
  expect((await client.ok('GET', `/api/steps/${step.id}`)).variants).toEqual([of(0, 1, false), of(1, 1)])
})
