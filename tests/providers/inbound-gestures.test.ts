import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import {
  CALENDAR_MESSAGES,
  CALENDARS,
  type CalendarAct,
  PEOPLE_LIKE_GESTURES,
  personal,
  REACTION_MESSAGES,
  REACTIONS,
} from '../fixtures/inbound/gesture-messages'

const received = (subject: string, headersAndBody: string) =>
  classifyInbound(
    Buffer.from(
      [
        ...['From: Bo Berg <bo@firma.test>', 'To: Ann Field <ann@mail.test>'],
        ...['Date: Thu, 26 Nov 2026 09:12:00 +0100', 'Message-ID: <1@firma.test>', 'MIME-Version: 1.0'],
        `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
        headersAndBody,
      ].join('\r\n'),
    ),
  )
const rows = <T extends unknown[]>(families: Record<string, T[]>): [family: string, ...row: T][] =>
  Object.entries(families).flatMap(([family, list]) => list.map((row): [string, ...T] => [family, ...row]))

const IS: Record<CalendarAct, [kind: string, calendar?: string]> = {
  REQUEST: ['reply', 'invitation'],
  COUNTER: ['reply', 'counter'],
  CANCEL: ['other', 'cancelled'],
  ACCEPTED: ['other', 'accepted'],
  DECLINED: ['other', 'declined'],
  TENTATIVE: ['other', 'tentative'],
  // Somebody else decides.
  DELEGATED: ['reply'],
}

describe('calendar messages', () => {
  it.each(rows(CALENDAR_MESSAGES))('%s, %s: %s %s "%s"', async (_, __, program, act, subject, text) => {
    const found = await received(subject, CALENDARS[program](act, text))
    expect([found.kind, found.calendar]).toEqual([IS[act][0], IS[act][1]])
    expect([found.stop, found.mayStop, found.mayBeAutomatic]).toEqual([false, undefined, undefined])
  })

  it.each(['exchange', 'google', 'zimbra'] as const)(
    'of %s with a request to stop opt out',
    async (program) => {
      const asked = 'Please remove me from your mailing list and do not contact me again.'
      for (const act of ['DECLINED', 'REQUEST'] as const)
        expect(await received('Packaging', CALENDARS[program](act, asked))).toMatchObject({
          kind: 'reply',
          stop: true,
        })
    },
  )
})

describe('reactions', () => {
  it.each(rows(REACTION_MESSAGES))('%s, %s: %s "%s"', async (_, __, program, text, emoji) => {
    const found = await received('Re: Packaging', REACTIONS[program](text, emoji))
    expect([found.kind, found.reaction, found.stop, found.mayStop]).toEqual([
      'other',
      emoji,
      false,
      undefined,
    ])
  })
})

describe('people who only sound like it', () => {
  it.each(rows(PEOPLE_LIKE_GESTURES))('%s, %s: "%s" "%s"', async (_, __, subject, text, attached) => {
    const found = await received(subject, personal(text, attached))
    expect([found.kind, found.calendar, found.reaction]).toEqual(['reply', undefined, undefined])
    expect([found.stop, found.mayStop]).toEqual([false, undefined])
  })
})

it('a calendar file in a reply with a new subject is an attachment', async () => {
  const attached = personal('Friday 10:00 suits me.', 'event')
  const found = await received('A call', `In-Reply-To: <1@mail.test>\r\n${attached}`)
  expect([found.kind, found.calendar]).toEqual(['reply', undefined])
  expect(await received('A call', attached)).toMatchObject({ kind: 'reply', calendar: 'invitation' })
})

it('every family has ten of each', () => {
  for (const table of [CALENDAR_MESSAGES, REACTION_MESSAGES, PEOPLE_LIKE_GESTURES])
    for (const [family, list] of Object.entries<unknown[]>(table))
      expect([family, list.length >= 10]).toEqual([family, true])
})
