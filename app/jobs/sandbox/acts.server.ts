import type { App } from '~/app.server'
import { notFound } from '~/errors'
import { runSyncMailbox } from '~/jobs/tasks/sync-mailbox.server'
import { listMailboxesByEmail } from '~/models/mailboxes/mailbox.server'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import type { PersonMail } from '~/simulators/mail/people'
import { drainJobs, fastForward } from './fast-forward.server'

/** What people and machines do with a delivered mail in the sandbox; done when the product has taken it in. */

const MINUTE = 60_000

/** User agents as they are seen in the wild (reference: mail standards, open tracking). */
const AGENTS = {
  person: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  apple: 'Mozilla/5.0',
  scanner: 'Mozilla/5.0 (compatible; Mimecast-LinkScanner/1.0)',
}

/** A person opens the mail: a minute after its delivery at the earliest, so the clock may go on until then. */
export async function openAsPerson(app: App, id: string): Promise<void> {
  const mail = await requireMail(app, id)
  const earliest = new Date(mail.deliveredAt.getTime() + MINUTE)
  if ((await app.clock.now()) < earliest) await fastForward(app, earliest)
  await loadPixel(app, mail, AGENTS.person)
}

/** A mail program loads all pictures in advance, whether anybody reads or not. */
export async function prefetch(app: App, id: string): Promise<void> {
  await loadPixel(app, await requireMail(app, id), AGENTS.apple)
}

/** A security scanner loads pictures and follows links. */
export async function scan(app: App, id: string): Promise<void> {
  const mail = await requireMail(app, id)
  await loadPixel(app, mail, AGENTS.scanner)
  const link = unsubscribeLink(mail)
  if (link) await fetch(ownAddress(app, link), { headers: { 'User-Agent': AGENTS.scanner } })
}

/** The receiver's mail program unsubscribes by one click (RFC 8058). */
export async function unsubscribeByOneClick(app: App, id: string): Promise<void> {
  const link = unsubscribeLink(await requireMail(app, id))
  if (!link) notFound('This mail has no unsubscribe link')
  const answer = await fetch(ownAddress(app, link), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  if (!answer.ok) throw new Error(`unsubscribing answered ${answer.status}`)
  await drainJobs(app)
}

/** Whatever was put into a sender's mailbox is read by the product before this returns. */
export async function takeIn(app: App, acted: { mailbox: string } | null): Promise<void> {
  if (!acted) notFound('There is no such mail')
  const signal = new AbortController().signal
  for (const mailboxId of await listMailboxesByEmail(app.db, acted.mailbox)) {
    await runSyncMailbox({ mailboxId }, { app, worker: '', signal })
  }
  await drainJobs(app)
}

async function requireMail(app: App, id: string): Promise<PersonMail> {
  return (await app.sandbox!.google.people.get(id)) ?? notFound('There is no such mail')
}

async function loadPixel(app: App, mail: PersonMail, userAgent: string): Promise<void> {
  const sources = [...mail.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address!)
  const url = sources.find((address) => address.includes('/t/o/'))
  if (!url) return
  const answer = await fetch(ownAddress(app, url), { headers: { 'User-Agent': userAgent } })
  // Taken in before we say so.
  await hitsOf(app).flush()
  await answer.arrayBuffer()
}

const unsubscribeLink = (mail: PersonMail): string | undefined => {
  const header = Object.entries(mail.headers).find(([name]) => name.toLowerCase() === 'list-unsubscribe')?.[1]
  return header && /<(https?:[^<>]+)>/.exec(header)?.[1]
}

/** Our own links start with APP_URL; from inside they are reached on the port itself. */
export const ownAddress = (app: App, link: string) =>
  link.replace(app.env.appUrl, `http://127.0.0.1:${app.env.port}`)
