import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeConversation } from '~/models/inbox/change.server'
import { LabelInput } from '~/models/inbox/labels'
import { addLabel, countPositive, getOwnLabel, listLabels, removeLabel } from '~/models/inbox/labels.server'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'
import { openThread } from '../../support/replies'

const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
let thread: Awaited<ReturnType<typeof openThread>>
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  thread = await openThread(outreach, mailboxId, DUE)
})

const label = async (name: string | null) =>
  changeConversation(db, userId, (await thread.conversation()).id, { label: name }, NOW)

describe('a reply', () => {
  test('proposes a label with its date, which the next reply replaces', async () => {
    await thread.reply('Please check back in May.\n\n> Hi', hours(1))
    expect(await thread.conversation()).toMatchObject({
      label: 'Not now',
      labelSource: 'rules',
      proposedDate: '2026-05-01',
      proposedEmail: null,
    })
    await thread.reply('I am not the right person, please write to Jo: jo@people.example', hours(2))
    expect(await thread.conversation()).toMatchObject({
      label: 'Wrong person',
      labelSource: 'rules',
      proposedDate: null,
      proposedEmail: 'jo@people.example',
    })
    await thread.reply('Hello?', hours(3))
    expect(await thread.conversation()).toMatchObject({ label: null, labelSource: null, proposedEmail: null })
  })

  test('does not propose the sender’s own address', async () => {
    await thread.reply(`I am not the right person.\n${thread.email}`, hours(1))
    expect(await thread.conversation()).toMatchObject({ label: 'Wrong person', proposedEmail: null })
  })

  test.each([['Interested'], [null]])('keeps the user’s choice of %s', async (chosen) => {
    await thread.reply('Hello', hours(1))
    await label(chosen)
    await thread.reply('Not interested.', hours(2))
    expect(await thread.conversation()).toMatchObject({ label: chosen, labelSource: 'user' })
  })
})

describe('a label of the user’s own', () => {
  const add = (name: string, positive?: string) => addLabel(db, userId, LabelInput.parse({ name, positive }))

  test('counts as positive if the user says so, and is unique', async () => {
    await add('Partner', 'on')
    await add('Student')
    expect((await listLabels(db, userId)).filter(({ own }) => own)).toEqual([
      { name: 'Partner', positive: true, own: true },
      { name: 'Student', positive: false, own: true },
    ])
    const taken = 'INVALID: There is a label with this name'
    expect(await refused(add('partner'))).toBe(taken)
    expect(await refused(add('INTERESTED'))).toBe(taken)
    expect(LabelInput.safeParse({ name: ' ' }).success).toBe(false)
    await thread.reply('Hello', hours(1))
    const { sequenceId } = await thread.conversation()
    for (const [name, n] of [
      ['Student', 0],
      ['Partner', 1],
      ['Meeting booked', 1],
      ['Not now', 0],
    ] as const) {
      await label(name)
      expect([name, await countPositive(db, userId, sequenceId!)]).toEqual([name, n])
    }
  })

  test('is removed from its conversations, whose number is shown first', async () => {
    await add('Gone')
    await thread.reply('Hello', hours(1))
    await label('Gone')
    expect(await getOwnLabel(db, userId, 'Gone')).toEqual({ name: 'Gone', conversations: 1 })
    const foreign = 'NOT_FOUND: Label not found'
    expect(await refused(getOwnLabel(db, outreach.strangerId, 'Gone'))).toBe(foreign)
    expect(await refused(removeLabel(db, outreach.strangerId, 'Gone'))).toBe(foreign)
    expect(await refused(removeLabel(db, userId, 'Interested'))).toBe(foreign)
    await removeLabel(db, userId, 'Gone')
    expect(await thread.conversation()).toMatchObject({ label: null, labelSource: null })
  })
})
