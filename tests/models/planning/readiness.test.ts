import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailAccounts, steps, templates } from '#drizzle/schema'
import { updateContact } from '~/models/contacts/contact.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { checkReadiness } from '~/models/planning/readiness.server'
import { linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import type { Finding } from '~/models/shared/finding'
import type { LinkSettings } from '~/models/templates/link-reach.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const PUBLIC: LinkSettings = {
  appUrl: 'https://mail.example',
  appIsLoopback: false,
  google: null,
  microsoft: null,
}
const LOCAL: LinkSettings = { ...PUBLIC, appUrl: 'http://localhost:3000', appIsLoopback: true }

const check = async (id: string, env = PUBLIC): Promise<Finding[]> =>
  checkReadiness(db, userId, id, await forecastSequence(db, userId, id, NOW), env, NOW)
const textsOf = (findings: Finding[]) => findings.map((one) => one.text)

const write = (subject: string, htmlBody = '<p>Hi</p>') =>
  createTemplate(db, userId, { name: 'T', subject, templateType: 'html', htmlBody })

/** A list with contacts, linked to the sequence. */
async function link(id: string, n: number): Promise<string[]> {
  const list = await outreach.makeList()
  const members = await outreach.makeMembers(list.id, n)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  return members
}

test('an empty sequence lacks a step, a mailbox and contacts, each with a link', async () => {
  const { id } = await outreach.makeSequence()
  expect(await check(id)).toEqual([
    {
      severity: 'stops',
      text: 'There are no steps: nothing will be sent.',
      fixes: [{ label: 'Add a step', to: paths.newStep(id) }],
    },
    {
      severity: 'stops',
      text: 'No mailbox is connected: emails wait until you connect one.',
      fixes: [{ label: 'Connect a mailbox', to: paths.gmail() }],
    },
    {
      severity: 'stops',
      text: 'The sequence has no contacts. Link an email list that has some.',
      fixes: [{ label: 'Add an email list', to: paths.linkPersona(id) }],
    },
  ])
  expect(await refused(checkReadiness(db, outreach.strangerId, id, null, PUBLIC, NOW))).toMatch(/^NOT_FOUND/)
})

test('a ready sequence has no issues', async () => {
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  const mailboxId = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  await link(id, 2)
  expect(await check(id)).toEqual([])
})

test('a step without a day to send on is named', async () => {
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id, { name: 'Hello', skipWeekends: true })
  await outreach.makeStep(id, { name: 'Reminder' })
  await updateSequence(db, userId, id, { sendDays: [6, 7] }, NOW)
  expect(await check(id)).toContainEqual({
    severity: 'stops',
    text: 'Hello skips weekends, but the sequence sends only on weekends: nothing will be sent.',
    fixes: [{ label: 'Change', to: paths.editStep(id, step.id) }],
  })
})

test('warns about a branch-only step that no contact reaches', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'Hello' })
  const side = await outreach.makeStep(id, { name: 'Thanks', branchOnly: true })
  const beyond = await outreach.makeStep(id, { name: 'Later', branchOnly: true })
  await updateStep(db, userId, side.id, StepChange.parse({ repliedStepId: beyond.id }), NOW)
  const found = async () => (await check(id)).filter(({ text }) => text.includes('is branch only'))
  const warning = (name: string, stepId: string) => ({
    severity: 'warns',
    text: `${name} is branch only, but no branch leads to it: no contact gets there.`,
    fixes: [{ label: 'Change', to: paths.editStep(id, stepId) }],
  })
  expect(await found()).toEqual([warning('Thanks', side.id), warning('Later', beyond.id)])
  await updateStep(db, userId, first.id, StepChange.parse({ repliedStepId: side.id }), NOW)
  expect(await found()).toEqual([])
})

test('warns about emails to contacts who replied, also after a wait', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'Hello' })
  const wait = await outreach.makeStep(id, {
    name: 'Pause',
    stepType: 'wait',
    branchOnly: true,
    waitValue: 2,
    waitUnit: 'days',
  })
  const next = await outreach.makeStep(id, { name: 'Thanks', branchOnly: true })
  await updateStep(db, userId, first.id, StepChange.parse({ repliedStepId: wait.id }), NOW)
  const found = async () => (await check(id)).filter(({ text }) => text.startsWith('After a reply'))
  expect(await found()).toEqual([])
  await updateStep(
    db,
    userId,
    wait.id,
    StepChange.parse({ nextActionType: 'send_email', nextActionStepId: next.id }),
    NOW,
  )
  expect(await found()).toEqual([
    {
      severity: 'warns',
      text: 'After a reply, Hello goes on to Thanks: contacts who replied get another automatic email.',
      fixes: [{ label: 'Change', to: paths.editStep(id, first.id) }],
    },
  ])
})

test('warns about a branch to an earlier step', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'Hello' })
  const second = await outreach.makeStep(id, { name: 'Reminder' })
  await outreach.makeStep(id, { name: 'Last', repliedStepId: first.id, notOpenedStepId: first.id })
  const change = StepChange.parse({ openedNoReplyStepId: second.id })
  await updateStep(db, userId, first.id, change, NOW)
  const found = (await check(id)).filter(({ text }) => text.includes('leads back'))
  expect(found).toEqual([
    {
      severity: 'warns',
      text: 'Last leads back to Hello, an earlier step: contacts repeat it, up to 3 times in total.',
      fixes: [{ label: 'Change', to: expect.stringContaining(`/sequences/${id}/`) }],
    },
  ])
})

test('names mailboxes that cannot send or receive', async () => {
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  const dead = await addSmtp(db, userId, NOW, {
    imapHost: 'imap.sender.example',
    email: 'dead@sender.example',
  })
  const deaf = await addSmtp(db, userId, NOW, { email: 'deaf@sender.example' })
  await db
    .update(mailAccounts)
    .set({ status: 'error', statusDetail: 'Paused: 4 of the last 9 emails bounced.' })
    .where(eq(mailAccounts.id, dead))
  await updateSequence(db, userId, id, { mailboxIds: [dead, deaf] }, NOW)
  await link(id, 1)
  expect(textsOf(await check(id))).toEqual([
    'dead@sender.example is paused: 4 of the last 9 emails bounced.',
    'deaf@sender.example has no IMAP server, so replies and bounces cannot be read.',
  ])
  expect(textsOf(await check(id, LOCAL))).toContain(
    'deaf@sender.example does not send while APP_URL is a loopback address: links in its emails would not work.',
  )
})

test('counts contacts with missing variables', async () => {
  const { id } = await outreach.makeSequence()
  const needy = await write(
    'Hello {{first_name}}',
    '<p>{{city}} {{last_name | default: "there"}} {{email}}</p>',
  )
  await outreach.makeStep(id, { templateId: needy.id })
  const mailboxId = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  const [out] = await link(id, 3)
  await updateContact(db, userId, out!, { suppressed: true }, NOW, secrets)
  const findings = await check(id)
  expect(textsOf(findings)).toEqual([
    '2 contacts without a first name: their emails are held until you add one, or a default in the template.',
    '2 contacts without a city: their emails are held until you add one, or a default in the template.',
    '1 contact will be left out: unsubscribed, suppressed or bounced.',
  ])
  expect(findings[0]!.fixes).toEqual([{ label: 'Add a default', to: paths.editTemplate(needy.id) }])
})

test('names steps with missing or invalid texts', async () => {
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id)
  const empty = await write('Nothing', '<p>x</p>')
  await db.update(templates).set({ htmlBody: ' ', plainTextBody: null }).where(eq(templates.id, empty.id))
  await outreach.makeStep(id, { templateId: empty.id })
  await db.update(steps).set({ templateId: null }).where(eq(steps.id, step.id))
  const findings = await check(id)
  expect(textsOf(findings)).toContain('Email 1 has no template, so its emails are held.')
  expect(textsOf(findings)).toContain('The template of Email 2 has no text.')
  expect(findings.find((one) => /no template/.test(one.text))!.fixes[0]!.to).toBe(paths.editStep(id, step.id))
})

test('judges every active variant, and says which one a missing value holds', async () => {
  const { id } = await outreach.makeSequence()
  const make = (name: string, htmlBody: string) =>
    createTemplate(db, userId, { name, subject: 'Hi', templateType: 'html', htmlBody })
  const plain = await make('Plain', '<p>Hi</p>')
  const firm = await make('Firm', '<p>At {{ company_name }} and {{ city }}</p>')
  const town = await make('Town', '<p>In {{ city }}</p>')
  const empty = await make('Empty', '<p>x</p>')
  await db.update(templates).set({ htmlBody: '' }).where(eq(templates.id, empty.id))
  const step = await outreach.makeStep(id, { name: 'Intro', templateId: plain.id })
  await link(id, 2)
  const arrange = (...variants: { templateId: string; active?: boolean }[]) =>
    updateStep(db, userId, step.id, StepChange.parse({ variants }), NOW)
  const found = async () => textsOf(await check(id)).filter((text) => /variant|template/.test(text))
  expect(await found()).toEqual([])
  await arrange({ templateId: firm.id }, { templateId: town.id }, { templateId: empty.id, active: false })
  expect(await found()).toEqual([
    '2 contacts without a company name: their emails are held if they get the variant Firm, until you add one, or a default in the template.',
    '2 contacts without a city: their emails are held until you add one, or a default in the template.',
  ])
  await arrange({ templateId: plain.id }, { templateId: town.id }, { templateId: empty.id })
  expect(await found()).toEqual([
    'The variant Empty of Intro has no text.',
    '2 contacts without a city: their emails are held if they get the variant Town, until you add one, or a default in the template.',
  ])
  await deleteTemplate(db, userId, town.id)
  expect(await found()).toEqual([
    'A variant of Intro has no template, so its emails are held.',
    'The variant Empty of Intro has no text.',
  ])
})

test('reports limits that delay first emails, and the contact limit', async () => {
  const { id } = await outreach.makeSequence({ contactLimit: 5 })
  await outreach.makeStep(id)
  const mailboxId = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example', dailyLimit: 2 })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  await link(id, 7)
  const findings = await check(id)
  expect(textsOf(findings)).toEqual([
    '5 contacts, 1 mailbox: 2 emails a day. At this pace the last first email leaves on Mar 5, 2026.',
    'At most 5 contacts will be enrolled, because of the contact limit.',
  ])
  const raise = { label: 'Add a mailbox or raise a limit', to: paths.gmail() }
  expect(findings[0]!.fixes).toEqual([raise])
  expect(await checkReadiness(db, userId, id, null, PUBLIC, NOW)).toContainEqual({
    severity: 'warns',
    text: '5 contacts, 1 mailbox: 2 emails a day.',
    fixes: [{ label: 'View forecast', to: paths.sequenceForecast(id) }, raise],
  })
})

test('says how the limit of a new mailbox grows', async () => {
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  const mailboxId = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example', dailyLimit: null })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  await link(id, 11)
  expect(textsOf(await check(id))).toEqual([
    '11 contacts, 1 mailbox: 10 emails a day now, 50 from Mar 30, 2026. At this pace the last first email leaves on Mar 4, 2026.',
  ])
})
