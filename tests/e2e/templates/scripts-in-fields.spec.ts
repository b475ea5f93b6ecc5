import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sweeping } from '../../support/sizes'
import { expect, signIn, test } from '../support'

/** Quality goals, S13: typed input is shown as text on every screen. */

/** Of the kinds of attack in the file, the first ones and each tenth; the sweep takes all. */
const ATTACKS = readFileSync(path.join(import.meta.dirname, '../../fixtures/templates/xss.txt'), 'utf8')
  .split('\n')
  .filter((line, at) => line && (sweeping || at < 5 || at % 10 === 0))
/** As long as a name may be. */
const names = ATTACKS.map((attack) => attack.slice(0, 200).trim()).filter(Boolean)

test('no typed script runs on any screen @js-only @sized', async ({ page, emptyServer: server }) => {
  const { client, user } = await signIn(page, server)
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await client.connectMailbox('sender@coldframe.example')
  const nth = (n: number) => names[n % names.length]!
  const list = await client.ok('POST', '/api/personas', {
    name: nth(0),
    industry: nth(1),
    jobTitle: nth(2),
    location: nth(3),
    description: nth(4),
  })
  for (const [n, name] of names.entries()) {
    await client.ok('POST', '/api/contacts', {
      email: `p${n}@people.example`,
      firstName: name,
      lastName: nth(n + 1),
      title: nth(n + 2),
      organizationName: nth(n + 3),
      personaId: list.id,
    })
  }
  const made: { sequence: string; template: string }[] = []
  for (const [n, attack] of ATTACKS.entries()) {
    if (n % 10 > 0) continue
    const name = nth(n)
    const template = await client.json('POST', '/api/templates', {
      name,
      subject: name.replace(/[{}]/g, ''),
      htmlBody: `<p>{{first_name}} {{company_name}}</p>${ATTACKS.slice(n, n + 10)
        .join('\n')
        .replace(/[{}]/g, '')}`,
    })
    expect([attack, template.status]).toEqual([attack, 201])
    const sequence = await client.ok('POST', '/api/sequences', { name, description: nth(n + 1) })
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      name: nth(n + 2),
      templateId: template.body.id,
      delayDays: 1,
    })
    made.push({ sequence: sequence.id, template: template.body.id })
  }
  const { sequence, template } = made[0]!
  await client.ok('POST', `/api/sequences/${sequence}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence}/activate`)
  await server.database.sql`
    insert into notifications (user_id, type, title, message, metadata)
    select ${user.id}, 'quota_exceeded', ${nth(5)}, ${nth(6)}, ${JSON.stringify({ sequenceName: nth(7) })}::jsonb`
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 24 * 60 })
  const screens = [
    '/personas',
    `/personas/${list.id}`,
    '/contacts',
    '/sequences',
    '/campaigns',
    `/sequences/${sequence}`,
    `/sequences/${sequence}/people`,
    `/sequences/${sequence}/forecast`,
    `/sequences/${sequence}/report`,
    '/campaign-builder/email-sending',
    '/campaign-builder/email-sending/templates',
    ...made.map((one) => `/templates/${one.template}/preview`),
    `/templates/${template}/preview/edit`,
    `/search?q=${encodeURIComponent(nth(8))}`,
    '/notifications',
    '/sandbox',
    '/sandbox?message=1',
  ]
  for (const screen of screens) {
    await page.goto(server.url + screen)
    await expect(page.locator('h1').first()).toBeVisible()
  }
  expect(ran).toEqual([])
})
