import type { App } from '~/app'
import { notFound } from '~/errors'
import { runSyncMailbox } from '~/jobs/mailboxes/sync-mailbox.server'
import { listMailboxesByEmail } from '~/models/mailboxes/mailbox.server'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import type { PersonMail } from '~/simulators/mail/people'
import { drainJobs, fastForward } from './fast-forward.server'

/** What recipients and machines do with a delivered message in the sandbox. Each call returns once the product has processed it. */

const MINUTE = 60_000

/** User agents as seen in the wild (reference: mail standards, open tracking). */
const AGENTS = {
  person: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  apple: 'Mozilla/5.0',
  scanner: 'Mozilla/5.0 (compatible; Mimecast-LinkScanner/1.0)',
}

/** The recipient opens the message, at the earliest a minute after delivery; the clock is moved forward if needed. */
export async function openAsPerson(app: App, id: string): Promise<void> {
  const mail = await requireMessage(app, id)
  const earliest = new Date(mail.deliveredAt.getTime() + MINUTE)
  if ((await app.clock.now()) < earliest) await fastForward(app, earliest)
  await loadPixel(app, mail, AGENTS.person)
}

/** The mail client preloads all images, whether or not the recipient reads the message. */
export async function prefetch(app: App, id: string): Promise<void> {
  await loadPixel(app, await requireMessage(app, id), AGENTS.apple)
}

/** A security scanner loads images and follows links. */
export async function scan(app: App, id: string): Promise<void> {
  const mail = await requireMessage(app, id)
  await loadPixel(app, mail, AGENTS.scanner)
  const link = unsubscribeLink(mail)
  if (link) await fetch(ownAddress(app, link), { headers: { 'User-Agent': AGENTS.scanner } })
}

/** The recipient's mail client sends a one-click unsubscribe (RFC 8058). */
export async function unsubscribeByOneClick(app: App, id: string): Promise<void> {
  const link = unsubscribeLink(await requireMessage(app, id))
  if (!link) notFound('This email has no unsubscribe link')
  const response = await fetch(ownAddress(app, link), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  if (!response.ok) throw new Error(`the unsubscribe request returned ${response.status}`)
  await drainJobs(app)
}

/** Syncs the sender's mailbox that received something, and returns once the product has processed it. */
export async function syncReceiver(app: App, acted: { mailbox: string } | null): Promise<void> {
  if (!acted) notFound('Email not found')
  const signal = new AbortController().signal
  for (const mailboxId of await listMailboxesByEmail(app.db, acted.mailbox)) {
    await runSyncMailbox({ mailboxId }, { app, worker: '', signal })
  }
  await drainJobs(app)
}

async function requireMessage(app: App, id: string): Promise<PersonMail> {
  return (await app.sandbox!.google.people.get(id)) ?? notFound('Email not found')
}

async function loadPixel(app: App, mail: PersonMail, userAgent: string): Promise<void> {
  const sources = [...mail.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address!)
  const url = sources.find((address) => address.includes('/t/o/'))
  if (!url) return
  const response = await fetch(ownAddress(app, url), { headers: { 'User-Agent': userAgent } })
  // The hit is stored before we return.
  await hitsOf(app).flush()
  await response.arrayBuffer()
}

const unsubscribeLink = (mail: PersonMail): string | undefined => {
  const header = Object.entries(mail.headers).find(([name]) => name.toLowerCase() === 'list-unsubscribe')?.[1]
  return header && /<(https?:[^<>]+)>/.exec(header)?.[1]
}

/** Our own links start with APP_URL; from inside the server they are requested on its own port. */
export const ownAddress = (app: App, link: string) =>
  link.replace(app.env.appUrl, `http://127.0.0.1:${app.env.port}`)
