import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversations, emailLogs, sequenceContacts } from '#drizzle/schema'
import { addLabel } from '~/models/inbox/labels.server'
import { reportVariants } from '~/models/reports/variant-report.server'
import { StepChange } from '~/models/sequences/step'
import { deleteStep, updateStep } from '~/models/sequences/step.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const makeTemplate = async (name: string) =>
  (await createTemplate(db, userId, { name, subject: name, templateType: 'html', htmlBody: '<p>Hi</p>' })).id

async function start() {
  const [a, b] = [await makeTemplate('A'), await makeTemplate('B')]
  const { id } = await outreach.makeSequence()
  const variants = [{ templateId: a }, { templateId: b, active: false }]
  const step = await outreach.makeStep(id, { name: 'Intro', variants })
  await outreach.makeStep(id, { name: 'Single' })
  const list = await outreach.makeList()
  /** An email of a contact of its own, and the conversation that began with a reply to it. */
  const email = async (
    templateId: string,
    log: object = {},
    label: string | null = null,
    stepId = step.id,
  ) => {
    const [contactId] = (await outreach.makeMembers(list.id, 1)) as [string]
    const [enrollment] = await db
      .insert(sequenceContacts)
      .values({
        userId,
        sequenceId: id,
        contactId,
        addressHash: crypto.randomUUID(),
        enrolledAt: NOW,
        nextActionAt: NOW,
      })
      .returning()
    const sequenceContactId = enrollment!.id
    await db.insert(emailLogs).values({
      ...{ userId, sequenceId: id, stepId, templateId, sequenceContactId, contactId, subject: 'Hi' },
      ...{ recipientEmail: 'a@b.example', senderEmail: 's@b.example', sentAt: NOW, ...log },
    })
    if (label)
      await db
        .insert(conversations)
        .values({ userId, contactId, sequenceId: id, sequenceContactId, label, lastMessageAt: NOW })
  }
  return { id, a, b, step, email, report: () => reportVariants(db, userId, id) }
}

test('counts positive replies of each variant by the labels of their conversations', async () => {
  await addLabel(db, userId, { name: 'Wants a call', positive: true })
  const { a, b, step, email, report } = await start()
  const replied = { repliedAt: NOW }
  await email(a, replied, 'Interested')
  await email(a, replied, 'Not interested')
  await email(a, replied)
  await email(b, replied, 'Wants a call')
  await email(b, replied, 'Meeting booked')
  // No reply, or only a test.
  await email(b, {}, 'Interested')
  await email(b, { ...replied, isTestEmail: true }, 'Interested')
  const none = { opened: 0, bounced: 0 }
  expect(await report()).toEqual([
    {
      ...{ stepId: step.id, stepName: 'Intro', live: true, verdict: 'Too few emails to tell' },
      variants: [
        {
          templateId: a,
          templateName: 'A',
          letter: 'A',
          active: true,
          sent: 3,
          replied: 3,
          positive: 1,
          ...none,
        },
        {
          templateId: b,
          templateName: 'B',
          letter: 'B',
          active: false,
          sent: 3,
          replied: 2,
          positive: 2,
          ...none,
        },
      ],
    },
  ])
})

test('keeps the letters after a template was deleted, and the figures after the step was', async () => {
  const { a, b, step, email, report } = await start()
  await email(b)
  await updateStep(
    db,
    userId,
    step.id,
    StepChange.parse({ variants: [{ templateId: a, active: false }, { templateId: b }] }),
    NOW,
  )
  await deleteTemplate(db, userId, a)
  expect((await report())[0]!.variants).toMatchObject([{ letter: 'B', active: true, sent: 1 }])
  await deleteStep(db, userId, step.id)
  expect(await report()).toMatchObject([{ live: false, variants: [{ letter: 'B' }] }])
})

test('leaves out a deleted step that sent nothing', async () => {
  const { step, report } = await start()
  expect(await report()).toHaveLength(1)
  await deleteStep(db, userId, step.id)
  expect(await report()).toEqual([])
})

test('is refused to another user', async () => {
  const { id } = await start()
  expect(await refused(reportVariants(db, outreach.strangerId, id))).toBe('NOT_FOUND: Sequence not found')
})
