import { expect } from 'vitest'
import { fillScreens } from '../../../e2e/shell/screen-list'
import { type Client, startServer, type TestServer } from '../../../support/server'
import { Visitor } from '../../../support/visitor'

/** An account with data for every screen, as a browser without scripts sees it. */
export interface Forms {
  server: TestServer
  client: Client
  /** The objects that the account has, by their kind. */
  ids: Record<string, string>
  visitor: Visitor
  send(flow: Flow): Promise<void>
}

interface Flow {
  /** The screen with the form. */
  at: string
  /** What is typed, ticked or chosen, by the name of the field. */
  fill?: Record<string, string | boolean>
  press: string
  /** What the page says after the form was sent. */
  says: string
  /** Fields that keep this value, after a refusal. */
  keeps?: Record<string, string>
}

let opened: Promise<Forms> | undefined

/** The account that the test files of a worker share: each changes objects of its own area. Its server ends with the process. */
export function openForms(): Promise<Forms> {
  opened ??= open()
  return opened
}

async function open(): Promise<Forms> {
  const server = await startServer()
  const client = server.client()
  await client.signUp()
  const ids = await fillScreens(client, server)
  const visitor = new Visitor(client)
  return { server, client, ids, visitor, send: (flow) => send(visitor, flow) }
}

/** Sends a form as a browser without scripts does. */
async function send(visitor: Visitor, { at, fill = {}, press, says, keeps = {} }: Flow): Promise<void> {
  await visitor.open(at)
  for (const [name, value] of Object.entries(fill)) visitor.fill(name, value)
  await visitor.press(press)
  expect(visitor.text).toContain(says)
  for (const [name, value] of Object.entries(keeps))
    expect([name, visitor.field(name).value]).toEqual([name, value])
}

/** What an email list needs, by the labels of its form. */
export const LIST = { Name: 'Bakers', Industry: 'Food', 'Job Title': 'Baker', Location: 'Oslo' }

/** @returns the id of a new email list */
export async function makeList({ client }: Forms, name: string): Promise<string> {
  const list = { name, industry: 'I', jobTitle: 'J', location: 'L' }
  return (await client.ok<{ id: string }>('POST', '/api/personas', list)).id
}

/** @returns the id of a new contact */
export async function makeContact({ client }: Forms): Promise<string> {
  const email = `${crypto.randomUUID()}@people.example`
  return (await client.ok<{ id: string }>('POST', '/api/contacts', { email })).id
}

/** A draft with a step. @returns the ids */
export async function makeSequence({ client }: Forms) {
  const { id } = await client.ok<{ id: string }>('POST', '/api/sequences', { name: 'Draft' })
  const text = { name: 'T', subject: 'S', htmlBody: '<p>B</p>' }
  const template = await client.ok<{ id: string }>('POST', '/api/templates', text)
  const step = await client.ok<{ id: string }>('POST', `/api/sequences/${id}/steps`, {
    templateId: template.id,
    delayDays: 1,
  })
  return { id, step: step.id, template: template.id }
}
