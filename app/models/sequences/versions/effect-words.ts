import { formatMoment } from '~/models/shared/format-time'
import type { Effect, StepEffect } from './effect'

const formatCount = (n: number) => n.toLocaleString('en-US')
const contacts = (n: number) => `${formatCount(n)} ${n === 1 ? 'contact' : 'contacts'}`
const are = (n: number) => (n === 1 ? 'is' : 'are')

/** What happens to the contacts of an effect if they stay on the version that they have. */
export const stayingSentence = (
  { contacts: all, isEstimate }: Pick<Effect, 'contacts' | 'isEstimate'>,
  versions: { before: number; after: number },
): string =>
  `${isEstimate ? 'About ' : ''}${formatCount(all)} in progress ${all === 1 ? 'stays' : 'stay'} on version ${versions.before}; new contacts get version ${versions.after}.`

/**
 * What an effect means: a title that counts the contacts in progress, then sentences.
 * @param isNamed whether the sentences about a step name it, because the change is about more
 * @param others contacts in progress that stay on earlier versions, whatever changes
 */
export function effectSentences(effect: Effect, timezone: string, isNamed: boolean, others = 0): string[] {
  const { contacts: all, moved, earliest, otherNext, ended, lastEmail, furtherEmail } = effect
  const told = [
    ...effect.steps.map((step) => stepSentence(step, isNamed)),
    moved > 0 && movedSentence(moved, earliest!, timezone),
    otherNext > 0 && `${contacts(otherNext)} ${otherNext === 1 ? 'gets' : 'get'} another step’s email next.`,
    ended > 0 && `${formatCount(ended)} would end here.`,
    lastEmail > 0 && `${contacts(lastEmail)} would get no further email.`,
    furtherEmail > 0 &&
      `${contacts(furtherEmail)} who had got the last email ${furtherEmail === 1 ? 'gets' : 'get'} a further one.`,
  ].filter((text) => text !== false)
  const isQuiet = moved + otherNext + ended + lastEmail + furtherEmail === 0
  return [
    `${effect.isEstimate ? 'About ' : ''}${contacts(all)} in progress`,
    ...told,
    ...(isQuiet ? ['Next emails stay as scheduled, and no contact leaves the sequence.'] : []),
    ...(others > 0
      ? [`${contacts(others)} ${others === 1 ? 'stays' : 'stay'} on an earlier version, as before.`]
      : []),
    ...(effect.isEstimate ? ['The figures are projected from a sample of these contacts.'] : []),
  ]
}

/** "12 next emails move: the earliest from Nov 26, 2026 09:00 to Nov 27, 2026 09:00." */
function movedSentence(
  moved: number,
  { from, to }: NonNullable<Effect['earliest']>,
  timezone: string,
): string {
  const emails = `${formatCount(moved)} next ${moved === 1 ? 'email moves' : 'emails move'}`
  const [before, after] = [formatMoment(from, timezone), formatMoment(to, timezone)]
  return before === after
    ? `${emails}: the earliest stays at ${before}.`
    : `${emails}: the earliest from ${before} to ${after}.`
}

/** "40 are past this step, 103 will get the new text." */
function stepSentence({ name, kind, ahead, passed, branchOnly }: StepEffect, isNamed: boolean): string {
  const step = isNamed ? name : 'this step'
  if (branchOnly) {
    if (kind === 'deleted') return `${formatCount(ahead)} could have come to ${step}.`
    const get = kind === 'text' ? `get the new text of ${step}` : `come to ${step}`
    return `${formatCount(ahead)} may ${get}, if a branch leads them there.`
  }
  const past = `${formatCount(passed)} ${are(passed)} past`
  return {
    text: `${past} ${step}, ${formatCount(ahead)} will get the new text.`,
    new: `${past} its place, ${formatCount(ahead)} will come to ${isNamed ? name : 'the new step'}.`,
    edited: `${past} ${step}, ${formatCount(ahead)} ${are(ahead)} still to come to it.`,
    deleted: `${past} ${step}, ${formatCount(ahead)} would have come to it.`,
  }[kind]
}
