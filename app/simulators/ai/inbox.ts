/** The simulated model reads replies: it sorts them by what they say, and proposes answers. */

/** What a reply must contain for a label, in lower case; the first label that fits and was offered is chosen. */
const SIGNS: [label: string, words: RegExp][] = [
  ['Wrong person', /\b(colleague|someone else|not my (area|department)|who handles)\b/],
  ['Not interested', /\b(not for us|no use for|happy with what we have|pass on this)\b/],
  ['Not now', /\b(busy|later this year|bad timing|after the summer)\b/],
  ['Meeting booked', /\b(see you (on|at)|accepted your invitation|calendar invite)\b/],
  ['Interested', /\b(curious|intrigued|worth a look|could use this|like the idea)\b/],
]

/** The label of a reply among those that the system prompt lists, or None. */
export function sortReply(system: string, user: string): string {
  const offered = system.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
  const reply = between(user, '<reply>', '</reply>').toLowerCase()
  const named = offered.find(
    (label) => !SIGNS.some(([known]) => known === label) && reply.includes(label.toLowerCase()),
  )
  const label = named ?? SIGNS.find(([known, words]) => offered.includes(known) && words.test(reply))?.[0]
  return label ?? 'None'
}

/** A short answer to the contact's last message, which it quotes in part. */
export function writeAnswer(user: string): string {
  const name = between(user, '<contact>', '</contact>')
  const last = user.split('<message from="contact">').at(-1)!.split('</message>', 1)[0]!.trim()
  const [first = ''] = last.split(/[\n.!?]/, 1)
  return [
    `Hello${name ? ` ${name}` : ''},`,
    `thank you for your message: “${first.trim().slice(0, 120)}”.`,
    'Would a short call this week suit you? Then I can answer your questions.',
  ].join('\n\n')
}

const between = (text: string, start: string, end: string) =>
  text.split(start, 2)[1]?.split(end, 1)[0]?.trim() ?? ''
