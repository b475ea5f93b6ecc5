import { beforeAll, expect, test } from 'vitest'
import { editForms, KINDS } from '../../support/edit-forms'
import { type Client, sharedServer, type TestServer } from '../../support/server'
import { Visitor } from '../../support/visitor'
import { LIST } from './support/forms'

const PASSWORD = 'correct horse battery'

let server: TestServer
let client: Client
let me: { id: string; email: string }

beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  me = await client.signUp(undefined, PASSWORD)
})

const endSessions = () => server.database.sql`delete from sessions where user_id = ${me.id}`

/** Opens a form, fills it in, and lets the session end before it is sent. */
async function sendLate(at: string, fill: Record<string, string>, press: string): Promise<Visitor> {
  const visitor = new Visitor(client)
  await visitor.open(at)
  for (const [label, value] of Object.entries(fill)) visitor.fill(label, value)
  await endSessions()
  await visitor.press(press)
  return visitor
}

async function logIn(visitor: Visitor, email = me.email): Promise<void> {
  visitor.fill('Email', email)
  visitor.fill('Password', PASSWORD)
  await visitor.press('Log in and save')
}

const lists = async () =>
  (await client.ok('GET', '/api/personas')).map(({ name }: { name: string }) => name) as string[]

test.each(KINDS)('the form of a %s is saved after the log-in that it met', async (kind) => {
  const { make, at, both, press, stored } = editForms(client)[kind]!
  const id = await make()
  const visitor = await sendLate(at(id), { [both.label]: both.values[0] }, press)
  expect(visitor.status).toBe(401)
  expect(visitor.text).toContain('Your session has ended. What you typed is kept.')
  await logIn(visitor)
  expect(visitor.status).toBe(200)
  expect(visitor.path).not.toContain('/login')
  expect(await stored(id)).toMatchObject({ [both.key]: both.values[0] })
})

test('a long text with every kind of character is kept', async () => {
  const { make, at, press, stored } = editForms(client).template!
  const id = await make()
  const htmlBody = `<p>"Typed" + 'kept' = 100% \u{1f600}</p>\n<p>${'x'.repeat(50_000)}</p>`
  const visitor = await sendLate(at(id), { 'HTML Body': htmlBody }, press)
  await logIn(visitor)
  expect((await stored(id)).htmlBody).toBe(htmlBody)
})

test('a wrong password keeps what was typed', async () => {
  const visitor = await sendLate('/personas/new', { ...LIST, Name: 'Patient' }, 'Create Email List')
  visitor.fill('Email', me.email)
  visitor.fill('Password', 'wrong horse')
  await visitor.press('Log in and save')
  expect(visitor.text).toContain('Invalid email or password')
  await logIn(visitor)
  expect(visitor.text).toContain('Email list created successfully')
  expect((await lists()).filter((name) => name === 'Patient')).toHaveLength(1)
})

test('a form that is refused after the log-in is shown with what was typed', async () => {
  const visitor = await sendLate('/personas/new', { Name: 'Half', Industry: 'Kept' }, 'Create Email List')
  await logIn(visitor)
  expect(visitor.text).toContain('You are logged in again')
  await visitor.press('Continue')
  expect(visitor.path).toBe('/personas/new')
  expect(visitor.field('Industry').value).toBe('Kept')
  for (const [label, value] of Object.entries({ ...LIST, Name: 'Whole' })) visitor.fill(label, value)
  await visitor.press('Create Email List')
  expect(await lists()).toContain('Whole')
})

test('another account does not get the form, and nothing typed is lost', async () => {
  const stranger = await server.client().signUp(undefined, PASSWORD)
  const visitor = await sendLate('/personas/new', { ...LIST, Name: 'Mine alone' }, 'Create Email List')
  await logIn(visitor, stranger.email)
  expect(visitor.status).toBe(403)
  expect(visitor.text).toContain('belongs to another account')
  expect(visitor.text).toContain('Mine alone')
  await logIn(visitor)
  expect(await lists()).toContain('Mine alone')
})

test('a browser in which no one has signed in is asked before it saves', async () => {
  const unknown = server.client()
  const visitor = new Visitor(unknown)
  await visitor.open('/login')
  const response = await unknown.request('POST', '/login/resume?to=/personas/new', {
    body: new URLSearchParams({ name: 'Whose', industry: 'I', jobTitle: 'J', location: 'L' }),
  })
  expect(response.status).toBe(401)
  await visitor.show(
    'POST',
    '/login/resume?to=/personas/new',
    new URLSearchParams({ ...listFields, name: 'Whose' }),
  )
  await logIn(visitor)
  expect(visitor.text).toContain('Nothing is saved yet')
  await visitor.press('Continue')
  expect(visitor.text).toContain('Check the form, then save')
  expect(await lists()).not.toContain('Whose')
  await visitor.press('Create Email List')
  await logInAgain()
  expect(await lists()).toContain('Whose')
})

const listFields = { name: 'L', industry: 'I', jobTitle: 'J', location: 'L' }
const logInAgain = () => client.ok('POST', '/api/auth/login', { email: me.email, password: PASSWORD })

test('passwords are not kept: the form is shown again instead of being saved without one', async () => {
  const address = `${crypto.randomUUID()}@coldframe.example`
  const fill = {
    ...{ 'Email address': address, 'SMTP server': '127.0.0.1', Password: 'sandbox' },
    ...{ 'SMTP port': String(server.port + 25), 'SMTP encryption': 'STARTTLS', 'IMAP server': '' },
  }
  const visitor = await sendLate('/connection/gmail/smtp/new', fill, 'Add Mailbox')
  expect(visitor.document.documentElement.outerHTML).not.toContain('sandbox&quot;')
  await logIn(visitor)
  await visitor.press('Continue')
  expect(visitor.field('Email address').value).toBe(address)
  visitor.fill('Password', 'sandbox')
  await visitor.press('Add Mailbox')
  expect(visitor.text).toContain('SMTP mailbox connected')
})

test.each(['/personas?page=2&q=a', '/contacts?status=all'])(
  'a page is shown at its address after the log-in: %s',
  async (at) => {
    await endSessions()
    const visitor = new Visitor(client)
    await visitor.open(at)
    expect(visitor.path).toBe(`/login?${new URLSearchParams({ to: at })}`)
    visitor.fill('Email', me.email)
    visitor.fill('Password', PASSWORD)
    await visitor.press('Sign In')
    expect(visitor.path).toBe(at)
  },
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/logout',
  '/login/resume',
  '/api/personas',
  '/sandbox/clock',
  '',
])('a form is not kept for %s', async (to) => {
  const response = await server.client().request('POST', `/login/resume?${new URLSearchParams({ to })}`, {
    body: new URLSearchParams({ name: 'x' }),
  })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
})

test('a script learns that the session has ended, or is of another account', async () => {
  const form = { body: new URLSearchParams(listFields), headers: { 'sec-fetch-dest': 'empty' } }
  const stranger = server.client()
  await stranger.signUp()
  const ofAnother = { headers: { 'x-account': me.id } }
  const foreign = await stranger.request('GET', '/personas.data', ofAnother)
  expect([foreign.status, foreign.headers.get('x-signed-out')]).toEqual([202, 'true'])
  stranger.cookies.clear()
  const responses = [
    await stranger.request('POST', '/personas/new.data', form),
    await stranger.request('POST', '/personas/new', form),
    await stranger.request('GET', '/personas.data'),
  ]
  expect(responses.map(({ status, headers }) => [status, headers.get('x-signed-out')])).toEqual([
    [202, 'true'],
    [401, 'true'],
    [202, 'true'],
  ])
})
