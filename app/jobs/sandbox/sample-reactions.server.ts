import type { App } from '~/app.server'
import { listUnanswered } from '~/models/onboarding/sample-rows.server'
import { openAsPerson, prefetch, takeIn, unsubscribeByOneClick } from './acts.server'
import { SAMPLE_REPLIES, samplePeople } from './sample-content'

/** What somebody does with an email: by their place among the sample people, so that it is the same each time. */
type Reaction = 'open' | 'prefetch' | 'reply' | 'auto-reply' | 'bounce' | 'unsubscribe' | null

/** Three bounces of a hundred emails pause no mailbox. */
function reactionOf(place: number, nth: number): Reaction {
  if (nth > 0) return place % 5 === 1 ? 'reply' : place % 3 === 0 ? 'open' : null
  if (place === 11 || place === 30) return 'bounce'
  if (place === 22) return 'unsubscribe'
  if (place === 7 || place === 33) return 'auto-reply'
  if (place % 8 === 2) return 'reply'
  if (place % 9 === 4) return 'prefetch'
  return place % 2 === 0 ? 'open' : null
}

/** Everybody reacts once to what they got in this time. Who answered already is not asked again. */
export async function reactToSamples(
  app: App,
  userId: string,
  mailboxes: string[],
  from: Date,
  until: Date,
): Promise<void> {
  const places = new Map(samplePeople().map(({ email }, place) => [email, place]))
  const { people } = app.sandbox!.google
  for (const { sendId, email } of await listUnanswered(app.db, userId, from, until)) {
    const place = places.get(email)
    if (place === undefined) continue
    const mails = (await people.list({ to: email })).filter((mail) => mailboxes.includes(mail.from))
    const nth = mails.findIndex((mail) => headerOf(mail.headers, 'x-coldframe-send-id') === sendId)
    if (nth < 0) continue
    const { id } = mails[nth]!
    const reaction = reactionOf(place, nth)
    if (reaction === 'open' || reaction === 'reply') await openAsPerson(app, id)
    if (reaction === 'prefetch') await prefetch(app, id)
    if (reaction === 'unsubscribe') await unsubscribeByOneClick(app, id)
    if (reaction === 'bounce') await takeIn(app, await people.bounce(id))
    if (reaction === 'auto-reply') await takeIn(app, await people.autoReply(id))
    if (reaction === 'reply')
      await takeIn(app, await people.reply(id, { text: SAMPLE_REPLIES[place % SAMPLE_REPLIES.length]! }))
  }
}

const headerOf = (headers: Record<string, string>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
