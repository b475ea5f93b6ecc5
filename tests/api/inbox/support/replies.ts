import type { Client } from '../../../support/client'

/**
 * A running sequence whose first email has reached one person. @returns the person's address, and the ids of the sequence and mailbox
 */
export async function startReplies(client: Client) {
  const unique = crypto.randomUUID().slice(0, 8)
  const ann = `ann-${unique}@people.example`
  const mailboxId = await client.connectMailbox(`sender-${unique}@coldframe.example`)
  const contact = await client.ok('POST', '/api/contacts', { email: ann, firstName: 'Ann' })
  const template = await client.ok('POST', '/api/templates', {
    name: 'Hello',
    subject: 'Hello {{first_name}}',
    htmlBody: '<p>Dear {{first_name}}</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'First', timezone: 'UTC' })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    sendHour: 9,
    reactionWindowHours: 24,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/contacts`, { contactIds: [contact.id] })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 24 * 60 })
  return { ann, contactId: contact.id as string, mailboxId, sequenceId: sequence.id as string }
}
