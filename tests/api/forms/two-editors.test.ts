import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, sharedServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

let client: Client
let port: number

beforeAll(async () => {
  const server = await sharedServer()
  port = server.port
  client = server.client()
  await client.signUp()
})

/** Two fields of a form: their labels, the names of their parts in messages, and how the API names them. */
interface Editing {
  make(): Promise<string>
  /** The address of the form. */
  at(id: string): string
  /** The address of the object in the API, and the part of the response. */
  stored(id: string): Promise<Record<string, unknown>>
  press: string
  /** A field that both tabs change: its label, that of its part, its key, and three values. */
  both: {
    label: string
    part?: string
    key: string
    values: [string, string, string]
    shown?: (value: string) => string
  }
  /** Fields that only one of the tabs changes. */
  first: { label: string; part?: string; key: string; fill: string | boolean; value: unknown }
  second: { label: string; key: string; fill: string | boolean; value: unknown }
}

const person = () => `${crypto.randomUUID()}@people.example`
const sequenceOf = new Map<string, string>()

const makeStep = async (): Promise<string> => {
  const { id } = await client.ok('POST', '/api/sequences', { name: 'With a step' })
  const { id: templateId } = await client.ok('POST', '/api/templates', {
    ...{ name: 'T', subject: 'S', htmlBody: '<p>B</p>' },
  })
  const step = await client.ok('POST', `/api/sequences/${id}/steps`, {
    templateId,
    delayDays: 1,
    name: 'Intro',
  })
  sequenceOf.set(step.id, id)
  return step.id
}

const settings = {
  make: async () => (await client.ok('POST', '/api/sequences', { name: 'Autumn' })).id,
  stored: (id: string) => client.ok('GET', `/api/sequences/${id}`),
  both: { label: 'Name', key: 'name', values: ['Winter', 'Spring', 'Summer'] as [string, string, string] },
  first: { label: 'Description', key: 'description', fill: 'Cold leads', value: 'Cold leads' },
}

const FORMS: Record<string, Editing> = {
  contact: {
    make: async () => (await client.ok('POST', '/api/contacts', { email: person() })).id,
    at: (id) => `/contacts/${id}/edit`,
    stored: (id) => client.ok('GET', `/api/contacts/${id}`),
    press: 'Save Changes',
    both: { label: 'Title', key: 'title', values: ['CTO', 'CFO', 'COO'] },
    first: { label: 'First Name', key: 'firstName', fill: 'Ann', value: 'Ann' },
    second: { label: 'City', key: 'city', fill: 'Oslo', value: 'Oslo' },
  },
  list: {
    make: async () =>
      (
        await client.ok('POST', '/api/personas', {
          ...{ name: 'Bakers', industry: 'Food', jobTitle: 'Baker', location: 'Oslo' },
        })
      ).id,
    at: (id) => `/personas/${id}/edit`,
    stored: (id) => client.ok('GET', `/api/personas/${id}`),
    press: 'Save Changes',
    both: { label: 'Name', key: 'name', values: ['Millers', 'Cooks', 'Butchers'] },
    first: { label: 'Location', key: 'location', fill: 'Bergen', value: 'Bergen' },
    second: { label: 'Industry', key: 'industry', fill: 'Bread', value: 'Bread' },
  },
  template: {
    make: async () =>
      (await client.ok('POST', '/api/templates', { name: 'Hello', subject: 'S', htmlBody: '<p>B</p>' })).id,
    at: (id) => `/templates/${id}/preview/edit`,
    stored: (id) => client.ok('GET', `/api/templates/${id}`),
    press: 'Save Template',
    both: {
      ...{ label: 'HTML Body', part: 'Body', key: 'htmlBody' },
      values: ['<p>One</p>', '<p>Two</p>', '<p>Three</p>'],
    },
    first: { label: 'Subject', key: 'subject', fill: 'Changed', value: 'Changed' },
    second: { label: 'Template Name', key: 'name', fill: 'Renamed', value: 'Renamed' },
  },
  step: {
    make: makeStep,
    at: (id) => `/sequences/${sequenceOf.get(id)}/steps/${id}/edit`,
    stored: async (id) =>
      (await client.ok('GET', `/api/sequences/${sequenceOf.get(id)}/steps`)).find(
        (one: { id: string }) => one.id === id,
      ),
    press: 'Save',
    both: { label: 'Step name', key: 'name', values: ['First', 'Second', 'Third'] },
    first: {
      ...{ label: 'Not opened: Wait days', part: 'Not opened', key: 'notOpenedWaitDays' },
      ...{ fill: '4', value: 4 },
    },
    second: { label: 'Same thread', key: 'sameThread', fill: true, value: true },
  },
  'sequence settings': {
    ...settings,
    at: (id) => `/sequences/${id}/settings`,
    press: 'Save',
    second: { label: 'Sunday', key: 'sendDays', fill: false, value: [1, 2, 3, 4, 5, 6] },
  },
  'sequence configuration': {
    ...settings,
    at: (id) => `/sequences/${id}`,
    press: 'Save as Draft',
    second: { label: 'Skip weekends', key: 'skipWeekends', fill: true, value: true },
  },
  mailbox: {
    make: async () =>
      (
        await client.ok('POST', '/api/mail-accounts', {
          ...{ email: `${crypto.randomUUID()}@coldframe.example`, smtpHost: '127.0.0.1' },
          ...{ smtpPort: port + 25, smtpSecure: false, password: 'sandbox' },
        })
      ).id,
    at: (id) => `/connection/gmail/${id}/edit`,
    stored: async (id) =>
      (await client.ok('GET', '/api/mail-accounts')).find((one: { id: string }) => one.id === id),
    press: 'Save Changes',
    both: { label: 'Display name', key: 'displayName', values: ['Ann', 'Bo', 'Cy'] },
    first: { label: 'Daily limit', key: 'dailyLimit', fill: '33', value: 33 },
    second: { label: 'Postal address', key: 'postalAddress', fill: 'Street 1', value: 'Street 1' },
  },
  workflow: {
    make: async () => {
      const { id } = await client.ok('POST', '/api/workflows', {
        ...{ name: 'Find', criteria: { jobTitles: ['owner'] }, leadLimit: 10 },
      })
      const list = await FORMS.list!.make()
      await client.ok('POST', `/api/workflows/${id}/steps`, {
        ...{ order: 1, stepType: 'add_to_email_list', name: 'Add', emailListIds: [list] },
      })
      return id
    },
    at: (id) => `/workflows/${id}`,
    stored: (id) => client.ok('GET', `/api/workflows/${id}`),
    press: 'Update Workflow',
    both: { label: 'Name', key: 'name', values: ['Seek', 'Hunt', 'Search'] },
    first: { label: 'Lead Limit', key: 'leadLimit', fill: '20', value: 20 },
    second: { label: 'Description', key: 'description', fill: 'Owners', value: 'Owners' },
  },
  webhook: {
    make: async () =>
      (
        await client.ok('POST', '/api/webhooks', {
          ...{ url: `http://127.0.0.1:${port}/a`, events: ['email.sent'] },
        })
      ).id,
    at: (id) => `/settings/webhooks/${id}/edit`,
    stored: (id) => client.ok('GET', `/api/webhooks/${id}`),
    press: 'Save Changes',
    both: {
      ...{ label: 'Address', key: 'url' },
      values: ['/b', '/c', '/d'],
      shown: (path) => `http://127.0.0.1:${port}${path}`,
    },
    first: {
      label: /email\.opened/ as unknown as string,
      part: 'Events',
      key: 'events',
      fill: true,
      value: ['email.sent', 'email.opened'],
    },
    second: { label: 'Address', key: 'url', fill: '/z', value: undefined },
  },
}

const text = (form: Editing, index: 0 | 1 | 2) => {
  const value = form.both.values[index]
  return form.both.shown?.(value) ?? value
}

async function open(at: string, fields: [string, string | boolean][]): Promise<Visitor> {
  const visitor = new Visitor(client)
  await visitor.open(at)
  for (const [label, value] of fields) visitor.fill(label, value)
  return visitor
}

describe.each(Object.entries(FORMS))('the form of a %s, without scripts', (_, form) => {
  test('merges what two tabs change, and says so', async () => {
    const id = await form.make()
    const { first, second } = form
    const typed = second.value === undefined ? text(form, 0) : second.fill
    const one = await open(form.at(id), [[first.label, first.fill]])
    const other = await open(form.at(id), [[second.label, typed]])
    await one.press(form.press)
    expect(one.status).toBe(200)
    await other.press(form.press)
    expect(other.text).toContain(`Kept what was saved elsewhere meanwhile: ${first.part ?? first.label}.`)
    expect(await form.stored(id)).toMatchObject({
      [first.key]: first.value,
      [second.key]: second.value ?? typed,
    })
  })

  test('asks for what both change, also when a third tab saves, and loses nothing', async () => {
    const id = await form.make()
    const { both } = form
    const one = await open(form.at(id), [[both.label, text(form, 0)]])
    const other = await open(form.at(id), [[both.label, text(form, 1)]])
    await one.press(form.press)
    await other.press(form.press)
    expect(other.status).toBe(409)
    expect(other.text).toContain('Choose which values to keep')
    expect(other.text).toContain(
      `${both.part ?? both.label}Your value: ${text(form, 1)}Saved meanwhile: ${text(form, 0)}`,
    )
    expect(other.field(both.label).value).toBe(text(form, 1))
    expect(await form.stored(id)).toMatchObject({ [both.key]: text(form, 0) })
    // Without a choice it asks again.
    await other.press(form.press)
    expect(other.status).toBe(409)
    const third = await open(form.at(id), [[both.label, text(form, 2)]])
    await third.press(form.press)
    other.fill(/^Your value/, true)
    await other.press(form.press)
    expect(other.status).toBe(409)
    expect(other.text).toContain(`Saved meanwhile: ${text(form, 2)}`)
    expect(await form.stored(id)).toMatchObject({ [both.key]: text(form, 2) })
    other.fill(/^Your value/, true)
    await other.press(form.press)
    expect(other.status).toBe(200)
    expect(await form.stored(id)).toMatchObject({ [both.key]: text(form, 1) })
  })
})

test('the stored value can be chosen, and what the form alone changed is saved with it', async () => {
  const form = FORMS.contact!
  const id = await form.make()
  const one = await open(form.at(id), [['Title', 'CTO']])
  const other = await open(form.at(id), [
    ['Title', 'CFO'],
    ['City', 'Oslo'],
  ])
  await one.press(form.press)
  await other.press(form.press)
  other.fill(/^Saved meanwhile/, true)
  await other.press(form.press)
  expect(other.text).toContain('Kept what was saved elsewhere meanwhile: Title.')
  expect(await form.stored(id)).toMatchObject({ title: 'CTO', city: 'Oslo' })
})

test.each(['', 'nonsense', 'title.short~~!', 'x'.repeat(100_000)])(
  'a form that does not say how it was loaded asks before it overwrites (%#)',
  async (loaded) => {
    const id = await FORMS.contact!.make()
    const email = (await FORMS.contact!.stored(id)).email as string
    await client.ok('PATCH', `/api/contacts/${id}`, { title: 'CTO' })
    const response = await client.request('POST', `/contacts/${id}/edit`, {
      body: new URLSearchParams({ email, title: 'CFO', loaded }),
    })
    expect(response.status).toBe(409)
    expect(await FORMS.contact!.stored(id)).toMatchObject({ title: 'CTO' })
  },
)
