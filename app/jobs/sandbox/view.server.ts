import type { App } from '~/app.server'

const SHOWN = 200

/** What the sandbox's page shows: the clock, the newest mails, and the chosen one without its pixel (looking is no open). */
export async function listSandboxMails(app: App, query: { to: string; selected: string | null }) {
  const { people } = app.sandbox!.google
  const all = await people.list(query.to ? { to: query.to } : {})
  const mail = query.selected ? await people.get(query.selected) : null
  return {
    now: shown(await app.clock.now()),
    to: query.to,
    mails: all
      .slice(-SHOWN)
      .reverse()
      .map(({ id, to, subject, deliveredAt }) => ({ id, to, subject, deliveredAt: shown(deliveredAt) })),
    selected: mail && {
      id: mail.id,
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html.replace(/<img\b[^<>]*>/g, (image) => (image.includes('/t/o/') ? '' : image)),
      headers: Object.entries(mail.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      deliveredAt: shown(mail.deliveredAt),
    },
  }
}

/** The sandbox's people live in no zone: its times are UTC. */
const shown = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
