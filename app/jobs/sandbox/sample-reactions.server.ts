import type { App } from '~/app.server'
import { listUnanswered } from '~/models/onboarding/sample-rows.server'
import { openAsPerson, prefetch, syncReceiver, unsubscribeByOneClick } from './acts.server'
import { SAMPLE_REPLIES, samplePeople } from './sample-content'

/** What a recipient does with an email. It follows from their place among the sample contacts, so it is always the same. */
type Reaction = 'open' | 'prefetch' | 'reply' | 'auto-reply' | 'bounce' | 'unsubscribe' | null

/** Three bounces in a hundred emails do not pause a mailbox. */
function reactionOf(place: number, nth: number): Reaction {
  if (nth > 0) return place % 5 === 1 ? 'reply' : place % 3 === 0 ? 'open' : null
  if (place === 11 || place === 30) return 'bounce'
  if (place === 22) return 'unsubscribe'
  if (place === 7 || place === 33) return 'auto-reply'
  if (place % 8 === 2) return 'reply'
  if (place % 9 === 4) return 'prefetch'
  return place % 2 === 0 ? 'open' : null
}

/** Each recipient reacts once to what they received in this period. Recipients who already replied do nothing. */
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
    const index = mails.findIndex((mail) => findHeader(mail.headers, 'x-coldframe-send-id') === sendId)
    if (index < 0) continue
    const { id } = mails[index]!
    const reaction = reactionOf(place, index)
    if (reaction === 'open' || reaction === 'reply') await openAsPerson(app, id)
    if (reaction === 'prefetch') await prefetch(app, id)
    if (reaction === 'unsubscribe') await unsubscribeByOneClick(app, id)
    if (reaction === 'bounce') await syncReceiver(app, await people.bounce(id))
    if (reaction === 'auto-reply') await syncReceiver(app, await people.autoReply(id))
    if (reaction === 'reply')
      await syncReceiver(
        app,
        await people.reply(id, { text: SAMPLE_REPLIES[place % SAMPLE_REPLIES.length]! }),
      )
  }
}

const findHeader = (headers: Record<string, string>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
