import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailSends } from '#drizzle/schema'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { getStep } from '~/models/sequences/step.server'
import { chooseVariants } from '~/models/sequences/variants/choose.server'
import { createTemplate } from '~/models/templates/template.server'
import { addSmtp, startRendered } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'
import { scanDue } from '../../support/sending'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let a: string
let b: string
let sequenceId: string
let stepId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
  a = await makeTemplate('A')
  b = await makeTemplate('B')
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  sequenceId = (await outreach.makeSequence()).id
  const variants = [
    { templateId: a, weight: 3 },
    { templateId: b, weight: 7 },
    { templateId: await makeTemplate('C'), active: false },
  ]
  stepId = (await outreach.makeStep(sequenceId, { variants })).id
})

/** So many that both variants occur: ids choose them, and those are random. */
const PEOPLE = 60
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }
const makeTemplate = async (name: string) =>
  (await createTemplate(db, userId, { name, subject: name, templateType: 'html', htmlBody: '<p>Hi</p>' })).id
const choose = (templateIds: string[], more: object = {}, user = userId) =>
  chooseVariants(db, user, { sequenceId, stepId, templateIds, ...more }, NOW)
const active = async () => (await getStep(db, userId, stepId)).variants.map((variant) => variant.active)

test('one is the only active one, the others keep their place and weight, and it can be undone', async () => {
  const before = await getStep(db, userId, stepId)
  expect(await choose([b])).toEqual({ letters: ['B'], before: [a, b] })
  expect(await getStep(db, userId, stepId)).toMatchObject({
    templateId: b,
    variants: before.variants.map((variant) => ({ ...variant, active: variant.templateId === b })),
  })
  expect(await choose([a, b])).toEqual({ letters: ['A', 'B'], before: [b] })
  expect(await getStep(db, userId, stepId)).toEqual(before)
})

test('plans emails that have not started again', async () => {
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, PEOPLE)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const due = new Date('2026-03-03T08:00:00Z')
  const planned = async () =>
    new Set((await db.select().from(emailSends)).map(({ templateId }) => templateId))
  await scanDue(db, due, new Date(due.getTime() + 60_000), secrets)
  expect(await planned()).toEqual(new Set([a, b]))
  await choose([b])
  await startRendered(db, links, due)
  await startRendered(db, links, due)
  expect(await planned()).toEqual(new Set([b]))
  expect(await db.$count(emailSends, eq(emailSends.state, 'sending'))).toBe(PEOPLE)
})

test('refuses variants that the step does not have, and steps of others', async () => {
  const changed = 'CONFLICT: The variants have changed in the meantime. Please try again.'
  expect(await refused(choose([b, outreach.templateId]))).toBe(changed)
  expect(await refused(choose([UNKNOWN_ID]))).toBe(changed)
  const other = await outreach.makeSequence()
  expect(await refused(choose([b], { sequenceId: other.id }))).toBe('NOT_FOUND: Step not found')
  expect(await refused(choose([b], {}, outreach.strangerId))).toBe('NOT_FOUND: Sequence not found')
  expect(await active()).toEqual([true, true, false])
})
