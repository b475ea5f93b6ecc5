import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecastSequence } from '~/models/planning/forecast.server'
import { inSweep } from '../../support/in-sweep'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let userId: string
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  userId = (await client.signUp()).id
  await client.connectMailbox('sender@coldframe.example')
})
afterAll(() => server?.close())

const DAY = 24 * 60
const now = async () => new Date((await client.ok('GET', '/sandbox/clock')).now)

/** Emails of a sequence by local delivery day. */
async function deliveredByDay(subject: string, timeZone: string): Promise<Record<string, number>> {
  const mails = await client.ok('GET', `/sandbox/messages?subject=${subject}`)
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  const days: Record<string, number> = {}
  for (const mail of mails) {
    const day = format.format(new Date(mail.deliveredAt))
    days[day] = (days[day] ?? 0) + 1
  }
  return days
}

async function listOf(name: string, n: number): Promise<string> {
  const list = await client.ok('POST', '/api/personas', { name, industry: 'I', jobTitle: 'J', location: 'L' })
  for (let i = 0; i < n; i++) {
    await client.ok('POST', '/api/contacts', {
      email: `${name}${i}@people.example`,
      firstName: 'A',
      personaId: list.id,
    })
  }
  return list.id
}

async function sequenceOf(
  name: string,
  timezone: string,
  listId: string,
  skipWeekends: boolean,
): Promise<string> {
  const template = await client.ok('POST', '/api/templates', {
    name,
    subject: name,
    htmlBody: '<p>Hello {{first_name}}</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name, timezone, skipWeekends })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    sendHour: 9,
    reactionWindowHours: 48,
    skipWeekends,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 2,
    sendHour: 15,
    sendMinute: 30,
    reactionWindowHours: 24,
    skipWeekends,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: listId })
  return sequence.id
}

inSweep('the forecast equals what is sent', async () => {
  const first = await sequenceOf('berlin', 'Europe/Berlin', await listOf('berlin', 28), true)
  const second = await sequenceOf('york', 'America/New_York', await listOf('york', 12), false)
  await client.ok('POST', `/api/sequences/${second}/activate`)

  const foreseen = await forecastSequence(server.database.db, userId, first, await now())
  expect(foreseen).toMatchObject({ people: 28, mails: 56, unreached: 0, cut: false })
  await client.ok('POST', `/api/sequences/${first}/activate`)
  // The forecast of the running sequence is the same.
  const running = await forecastSequence(server.database.db, userId, first, await now())
  expect(running.days).toEqual(foreseen.days)

  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 60 * DAY })
  const own = Object.fromEntries(
    foreseen.days.flatMap(({ day, firstMails, followUps }) => {
      const n = firstMails + followUps
      return n > 0 ? [[day, n]] : []
    }),
  )
  expect(await deliveredByDay('berlin', 'Europe/Berlin')).toEqual(own)
  const others = Object.fromEntries(
    foreseen.days.flatMap((one) => (one.others > 0 ? [[one.day, one.others]] : [])),
  )
  expect(await deliveredByDay('york', 'Europe/Berlin')).toEqual(others)
  const days = foreseen.days.map((one) => one.day)
  expect(days.at(-1)).toBe(foreseen.lastDay)
})

test('the forecast of a weekly limit equals what is sent', async () => {
  const list = await listOf('calm', 4)
  const id = await sequenceOf('calm', 'Europe/Berlin', list, true)
  await client.ok('PATCH', `/api/sequences/${id}`, { maxEmailsPerContactPerWeek: 1 })
  const foreseen = await forecastSequence(server.database.db, userId, id, await now())
  expect(foreseen).toMatchObject({ people: 4, mails: 8, weeklyLimit: 1 })
  // The steps are 4 days apart: the second one waits for the week to pass.
  const [first, second] = foreseen.days.map((one) => Date.parse(one.day))
  expect(foreseen.days).toHaveLength(2)
  expect((second! - first!) / 86_400_000).toBeGreaterThanOrEqual(7)
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 30 * DAY })
  const own = foreseen.days.map((one) => [one.day, one.firstMails + one.followUps])
  expect(await deliveredByDay('calm', 'Europe/Berlin')).toEqual(Object.fromEntries(own))
})

test('the forecast of one sequence per contact equals what is sent', async () => {
  await client.ok('PUT', '/api/settings/contacts', { oneSequencePerContact: true, maxContinuousNotOpens: 50 })
  const list = await listOf('single', 4)
  const first = await sequenceOf('early', 'Europe/Berlin', list, true)
  const second = await sequenceOf('after', 'Europe/Berlin', list, true)
  await client.ok('POST', `/api/sequences/${first}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 })
  await client.ok('POST', `/api/sequences/${second}/activate`)
  const foreseen = await forecastSequence(server.database.db, userId, second, await now())
  expect(foreseen).toMatchObject({ people: 4, mails: 8, unreached: 0, inOtherSequence: 4 })
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 30 * DAY })
  const byDay = (count: (day: (typeof foreseen.days)[number]) => number) =>
    Object.fromEntries(foreseen.days.flatMap((day) => (count(day) > 0 ? [[day.day, count(day)]] : [])))
  expect(await deliveredByDay('after', 'Europe/Berlin')).toEqual(
    byDay((day) => day.firstMails + day.followUps),
  )
  const early = await deliveredByDay('early', 'Europe/Berlin')
  expect(early).toEqual(byDay((day) => day.others))
  // The first one ends with the reaction window of its last email.
  const [last] = Object.keys(early).sort().slice(-1)
  expect(Object.keys(await deliveredByDay('after', 'Europe/Berlin')).every((day) => day > last!)).toBe(true)
})
