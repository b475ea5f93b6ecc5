import type { App } from '~/app'

const SHOWN = 200

/** The sandbox page's data: the clock, the newest messages, and the selected one without its pixel (previewing is not an open). */
export async function listSandboxMessages(app: App, query: { to: string; selected: string | null }) {
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

/** The sandbox's recipients have no time zone: its times are UTC. */
const shown = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
