import type { App } from '~/app'
import { listUnreplied } from '~/models/onboarding/sample-rows.server'
import { sendIdOf } from '~/providers/mail/message/send-id'
import { openAsPerson, prefetch, syncReceiver, unsubscribeByOneClick } from './acts.server'
import { samplePeople } from './sample-people'
import { reactionOf, type SampleReaction } from './sample-replies'

const HOUR = 3_600_000
/** No reaction takes longer, in hours. */
const SLOWEST = 48

/** Each recipient reacts once to an email, when their time comes in this period. Recipients who already replied do nothing. */
export async function reactToSamples(
  app: App,
  userId: string,
  mailboxes: string[],
  from: Date,
  until: Date,
): Promise<void> {
  const people = new Map(samplePeople().map(({ email, lastName }, place) => [email, { lastName, place }]))
  const since = new Date(from.getTime() - SLOWEST * HOUR)
  for (const { sendId, email, sentAt } of await listUnreplied(app.db, userId, since, until)) {
    const person = people.get(email)
    if (!person) continue
    const mails = (await app.sandbox!.google.people.list({ to: email })).filter((mail) =>
      mailboxes.includes(mail.from),
    )
    const nth = mails.findIndex((mail) => sendIdOf((name) => findHeader(mail.headers, name)) === sendId)
    if (nth < 0) continue
    const reaction = reactionOf(person.lastName, person.place, nth)
    const at = new Date(sentAt.getTime() + reaction.after * HOUR)
    if (at > from && at <= until) await react(app, mails[nth]!.id, reaction)
  }
}

async function react(app: App, id: string, reaction: SampleReaction): Promise<void> {
  const { people } = app.sandbox!.google
  switch (reaction.does) {
    case 'nothing':
      return
    case 'open':
      return openAsPerson(app, id)
    case 'prefetch':
      return prefetch(app, id)
    case 'unsubscribe':
      await openAsPerson(app, id)
      return unsubscribeByOneClick(app, id)
    case 'bounce':
      return syncReceiver(app, await people.bounce(id))
    case 'soft-bounce':
      return syncReceiver(app, await people.bounce(id, { status: '4.2.2' }))
    case 'away':
      return syncReceiver(app, await people.autoReply(id, await absence(app, reaction.days)))
    case 'reply':
      await openAsPerson(app, id)
      return syncReceiver(app, await people.reply(id, { text: reaction.text }))
  }
}

/** The day on which the contact is back at work. */
async function absence({ clock }: App, days: number | undefined): Promise<{ returnsOn?: string }> {
  if (!days) return {}
  const back = new Date((await clock.now()).getTime() + days * 24 * HOUR)
  return { returnsOn: back.toISOString().slice(0, 10) }
}

const findHeader = (headers: Record<string, string>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
