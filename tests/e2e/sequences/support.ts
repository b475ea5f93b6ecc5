import type { Client } from '../../support/client'
import { expect, type Page } from '../support'

export const TEXT = { subject: 'Hello', htmlBody: '<p>Hello</p>' }
export const GROUP = { industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }

export const makeList = async (client: Client, name: string, more: object = {}) =>
  (await client.ok('POST', '/api/personas', { name, ...GROUP, ...more })).id as string

/** A sequence with this many Send Email steps. */
export async function makeSequence(client: Client, steps = 0) {
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  const template = await client.ok('POST', '/api/templates', { name: 'Introduction', ...TEXT })
  const made: string[] = []
  for (let i = 0; i < steps; i++) {
    const step = await client.ok('POST', `/api/sequences/${id}/steps`, {
      templateId: template.id,
      delayDays: 1,
      name: `Mail ${i + 1}`,
    })
    made.push(step.id)
  }
  return { id: id as string, template: template.id as string, steps: made }
}

export const stepsOf = (client: Client, id: string) => client.ok('GET', `/api/sequences/${id}/steps`)
export const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
export const top = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
