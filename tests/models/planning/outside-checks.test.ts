import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templates } from '#drizzle/schema'
import { checkOutside } from '~/models/planning/outside-checks.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { createTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'
import type { DnsFinding } from '~/providers/dns/types'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const finding = (check: DnsFinding['check'], verdict: DnsFinding['verdict'], text: string): DnsFinding => ({
  ...{ check, verdict, text, advice: null, record: null },
})

/** Servers elsewhere: what they know about domains and links, and what was asked. */
function outside() {
  const asked: string[] = []
  return {
    asked,
    domains: {
      check: async (domain: string) => {
        asked.push(domain)
        return [finding('spf', 'bad', 'No SPF record.'), finding('dkim', 'good', 'Signed.')]
      },
      mailOf: async () => null,
    },
    links: {
      problemOf: async (url: string) => {
        asked.push(url)
        return url.includes('gone') ? 'answers with the error 404' : null
      },
    },
  }
}

/** A sequence with one email. */
async function sequenceWith(htmlBody: string) {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  const template = await createTemplate(db, userId, {
    ...{ name: 'Intro', subject: 'Hi', templateType: 'html', htmlBody },
  })
  await outreach.makeStep(id, { name: 'Hello', templateId: template.id })
  return { id, templateId: template.id }
}

test('judges the domains of the senders and the links in emails, each once', async () => {
  const { db, userId } = outreach
  const { id, templateId } = await sequenceWith(
    `<p><a href="https://shop.example/gone">A</a> <a href="https://shop.example/">B</a> <a href="https://shop.example/gone">C</a>
     <a href="https://shop.example/{{company_name}}">D</a> <a href="mailto:a@b.example">E</a></p>`,
  )
  const mailboxId = await addSmtp(db, userId, NOW, { email: 'ann@sender.example' })
  const other = await addSmtp(db, userId, NOW, { email: 'bob@sender.example' })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId, other] }, NOW)
  const servers = outside()
  const { findings, senders, links } = await checkOutside(db, userId, id, servers)
  expect([senders, links]).toEqual([2, 2])
  expect(findings.map(({ text }) => text)).toEqual([
    'sender.example: No SPF record.',
    'The template of Hello: the link https://shop.example/gone answers with the error 404.',
  ])
  expect(findings.map(({ fixes }) => fixes[0]?.to)).toEqual([
    expect.stringMatching(/\/connection\/gmail\/.+\/health$/),
    paths.editTemplate(templateId),
  ])
  expect(servers.asked.filter((one) => one.startsWith('http'))).toEqual([
    'https://shop.example/gone',
    'https://shop.example/',
  ])
})

test('checks at most twenty links, and twenty times in ten minutes', async () => {
  const { db } = outreach
  const userId = await outreach.makeUser('often@example.com')
  const { id, templateId } = await sequenceWith(
    Array.from({ length: 30 }, (_, n) => `<a href="https://shop.example/${n}">x</a>`).join(''),
  )
  const servers = outside()
  const { links } = await checkOutside(db, outreach.userId, id, servers)
  expect([links, servers.asked.filter((one) => one.startsWith('http')).length]).toEqual([20, 20])
  expect(await refused(checkOutside(db, userId, id, servers))).toBe('NOT_FOUND: Sequence not found')
  await db.delete(templates).where(eq(templates.id, templateId))
  for (let n = 0; n < 18; n++) await checkOutside(db, outreach.userId, id, servers)
  expect(await refused(checkOutside(db, outreach.userId, id, servers))).toMatch(/^TOO_MANY/)
})
