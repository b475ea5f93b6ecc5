import { beforeAll, describe, expect, test } from 'vitest'
import { type EditForm, editForms, KINDS } from '../../support/edit-forms'
import { type Client, sharedServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

let client: Client
let forms: Record<string, EditForm>

beforeAll(async () => {
  const server = await sharedServer()
  client = server.client()
  await client.signUp()
  forms = editForms(client)
})

async function open(at: string, fields: [string | RegExp, string | boolean][]): Promise<Visitor> {
  const visitor = new Visitor(client)
  await visitor.open(at)
  for (const [label, value] of fields) visitor.fill(label, value)
  return visitor
}

describe.each(KINDS)('the form of a %s, without scripts', (kind) => {
  test('merges what two tabs change, and says so', async () => {
    const form = forms[kind]!
    const id = await form.make()
    const { first, second } = form
    const one = await open(form.at(id), [[first.label, first.fill]])
    const other = await open(form.at(id), [[second.label, second.fill]])
    await one.press(form.press)
    expect(one.status).toBe(200)
    await other.press(form.press)
    expect(other.text).toContain(`Kept what was saved elsewhere meanwhile: ${first.part ?? first.label}.`)
    expect(await form.stored(id)).toMatchObject({
      [first.key]: first.value,
      [second.key]: second.value,
    })
  })

  test('asks for what both change, also when a third tab saves, and loses nothing', async () => {
    const form = forms[kind]!
    const id = await form.make()
    const { both } = form
    const one = await open(form.at(id), [[both.label, form.both.values[0]]])
    const other = await open(form.at(id), [[both.label, form.both.values[1]]])
    await one.press(form.press)
    await other.press(form.press)
    expect(other.status).toBe(409)
    expect(other.text).toContain('Choose which values to keep')
    expect(other.text).toContain(
      `${both.part ?? both.label}Your value: ${form.both.values[1]}Saved meanwhile: ${form.both.values[0]}`,
    )
    expect(other.field(both.label).value).toBe(form.both.values[1])
    expect(await form.stored(id)).toMatchObject({ [both.key]: form.both.values[0] })
    // Without a choice it asks again.
    await other.press(form.press)
    expect(other.status).toBe(409)
    const third = await open(form.at(id), [[both.label, form.both.values[2]]])
    await third.press(form.press)
    other.fill(/^Your value/, true)
    await other.press(form.press)
    expect(other.status).toBe(409)
    expect(other.text).toContain(`Saved meanwhile: ${form.both.values[2]}`)
    expect(await form.stored(id)).toMatchObject({ [both.key]: form.both.values[2] })
    other.fill(/^Your value/, true)
    await other.press(form.press)
    expect(other.status).toBe(200)
    expect(await form.stored(id)).toMatchObject({ [both.key]: form.both.values[1] })
  })
})

test('the stored value can be chosen, and what the form alone changed is saved with it', async () => {
  const form = forms.contact!
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
    const id = await forms.contact!.make()
    const email = (await forms.contact!.stored(id)).email as string
    await client.ok('PATCH', `/api/contacts/${id}`, { title: 'CTO' })
    const response = await client.request('POST', `/contacts/${id}/edit`, {
      body: new URLSearchParams({ email, title: 'CFO', loaded }),
    })
    expect(response.status).toBe(409)
    expect(await forms.contact!.stored(id)).toMatchObject({ title: 'CTO' })
  },
)
