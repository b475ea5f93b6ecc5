/** What the contacts of the sample data do with each email, and what the user does about their replies. */

/** What the user does about a reply. Without it, the reply stays unread. */
interface FollowUp {
  answer?: string
  /** `snoozed`: until the day that the reply names. */
  state?: 'done' | 'snoozed'
  /** The name of a label that the user chooses. */
  label?: string
  /** A note about the contact. */
  note?: string
}

interface Timed {
  /** Hours after the email was sent. */
  after: number
}

export type SampleReaction =
  | (Timed & { does: 'nothing' | 'open' | 'prefetch' | 'bounce' | 'soft-bounce' | 'unsubscribe' })
  /** A vacation responder; `days` after which the person is back. */
  | (Timed & { does: 'away'; days?: number })
  | (Timed & { does: 'reply'; text: string; then?: FollowUp })

const reply = (after: number, text: string, then?: FollowUp): SampleReaction => ({
  does: 'reply',
  after,
  text,
  ...(then && { then }),
})

/** By last name: the reactions to the first email that a contact receives, to the second, and so on. */
const SCRIPTS: Record<string, SampleReaction[]> = {
  Okafor: [
    reply(
      2,
      'Good timing, we are redoing our planning this autumn. Please send me more details. Does it also cover weekend shifts?',
      {
        answer:
          'Hello Amara,\n\nit does: weekend and night shifts have rules of their own. Would Tuesday at 10:00 suit you for a short call?\n\nMaya',
        note: 'Plans 46 drivers in two depots. Wants weekend shifts first.',
      },
    ),
    reply(21, 'Tuesday is fine. I just booked a slot in your calendar.\n\nAmara', { state: 'done' }),
  ],
  Kearney: [reply(5, 'I would like to see a demo. Mornings are best, Irish time.')],
  Vogel: [
    reply(
      26,
      'Guten Tag, danke für die Nachricht. Wir haben derzeit kein Budget dafür. Bitte melden Sie sich im Mai wieder.\n\nM. Vogel',
      { state: 'snoozed', note: 'Budget round is in May.' },
    ),
  ],
  Solheim: [
    reply(3, 'Thanks, but we are not interested. We built our own tool two years ago.', { state: 'done' }),
  ],
  Marques: [
    reply(
      27,
      'I am not the right person for this. Please contact my colleague Beatriz, beatriz.fonseca@estreladistribution.example.',
      { note: 'Pointed us to Beatriz Fonseca, who is on the list too.' },
    ),
  ],
  Kretschmer: [{ does: 'away', after: 1, days: 9 }],
  Pritchard: [{ does: 'bounce', after: 1 }],
  Raman: [
    reply(24, 'Sounds interesting, tell me more. We have four depots, each with its own spreadsheet.', {
      answer:
        'Hello Priya,\n\nfour depots are what it was made for: each has its page, and you see all four. I can show you in fifteen minutes. Is Thursday afternoon any good?\n\nMaya',
    }),
  ],
  Lombardi: [reply(4, 'What does it cost for a team of twenty?', { label: 'Send pricing' })],
  Whitlock: [reply(2, 'Please remove me from your list.')],
  Lehtonen: [
    { does: 'open', after: 6 },
    reply(
      3,
      'Yes, I am interested. Please send me the two pages. Above all I would like to know how long the change took.',
    ),
  ],
  Zimmermann: [{ does: 'prefetch', after: 1 }],
  Delattre: [
    { does: 'nothing', after: 1 },
    reply(5, 'Not now, we are in the middle of a move. Please write again in March.'),
  ],
  Maes: [{ does: 'soft-bounce', after: 1 }],
  Hollis: [{ does: 'unsubscribe', after: 25 }],
  Alvarado: [
    { does: 'open', after: 3 },
    reply(2, 'We looked at something like this last spring. What is different today?'),
  ],

  Gallagher: [
    reply(3, 'Ha, eleven people, and I forget one every time. Let us have a call, Thursday works for me.', {
      answer:
        'Hello Niamh,\n\neleven is the record so far. Thursday at 11:00? Pick any slot you like and I send the invitation.\n\nJonas',
    }),
    reply(20, 'I have accepted your invitation. Talk soon!'),
  ],
  Mackintosh: [reply(27, 'No thanks.', { state: 'done' })],
  Reinhardt: [{ does: 'away', after: 1 }],
  'de Boer': [
    reply(
      5,
      'We have a launch freeze at the moment, so this is not a good time. Could you get back to me in February?',
      { state: 'snoozed' },
    ),
  ],
  Tanaka: [reply(25, 'Happy to have a look. Can you send me some more information for our team of five?')],
  Oyelaran: [{ does: 'bounce', after: 1 }],
  Puig: [{ does: 'open', after: 4 }, reply(2, 'List! And who made the calendar in your picture?')],
  Mikkelsen: [
    reply(4, 'You have the wrong person, I left marketing in June. Ask Anders Holm instead.', {
      state: 'done',
    }),
  ],
  Rousseau: [{ does: 'prefetch', after: 2 }],
  Fitzpatrick: [
    { does: 'open', after: 26 },
    { does: 'unsubscribe', after: 3 },
  ],
}

/** What a contact does with the nth email they receive, counted from 0; `place` is theirs among all contacts. */
export function reactionOf(lastName: string, place: number, nth: number): SampleReaction {
  const script = SCRIPTS[lastName]
  const scripted = script?.[nth]
  if (scripted) return scripted
  // The other contacts read two emails of three, some on the next day.
  const reads = !script && (place + nth) % 3 !== 0
  return { does: reads ? 'open' : 'nothing', after: place % 4 === 1 ? 23 + (place % 6) : 1 + (place % 7) }
}

const repliesIn = (script: SampleReaction[] = []) =>
  script.flatMap((sampleReaction) => (sampleReaction.does === 'reply' ? [sampleReaction] : []))

/** What the user does about a contact's nth reply, counted from 0. */
export const followUpOf = (lastName: string, nth: number): FollowUp | undefined =>
  repliesIn(SCRIPTS[lastName])[nth]?.then

/** The texts of all replies. */
export const SAMPLE_REPLIES: string[] = Object.values(SCRIPTS).flatMap((script) =>
  repliesIn(script).map(({ text }) => text),
)
