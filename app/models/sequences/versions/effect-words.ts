import { formatMoment } from '~/models/shared/format-time'
import type { Effect, StepEffect } from './effect'

const formatCount = (n: number) => n.toLocaleString('en-US')
const contacts = (n: number) => `${formatCount(n)} ${n === 1 ? 'contact' : 'contacts'}`
const are = (n: number) => (n === 1 ? 'is' : 'are')

/** What an effect means, in sentences. The first one counts the contacts in progress. */
export function effectSentences(effect: Effect, timezone: string): string[] {
  const { contacts: all, moved, earliest, otherNext, ended, lastEmail, furtherEmail, kept } = effect
  const told = [
    ...effect.steps.map((step) => stepSentence(step, effect.steps.length > 1)),
    moved > 0 &&
      `${formatCount(moved)} next ${moved === 1 ? 'email moves' : 'emails move'}: the earliest from ${formatMoment(earliest!.from, timezone)} to ${formatMoment(earliest!.to, timezone)}.`,
    otherNext > 0 && `${contacts(otherNext)} ${otherNext === 1 ? 'gets' : 'get'} another step’s email next.`,
    ended > 0 && `${formatCount(ended)} would end here.`,
    lastEmail > 0 && `${contacts(lastEmail)} would get no further email.`,
    furtherEmail > 0 &&
      `${contacts(furtherEmail)} who had got the last email ${furtherEmail === 1 ? 'gets' : 'get'} a further one.`,
  ].filter((text) => text !== false)
  const isQuiet = moved + otherNext + ended + lastEmail + furtherEmail === 0
  return [
    `${effect.isEstimate ? 'About ' : ''}${formatCount(all)} in progress.`,
    ...told,
    ...(isQuiet ? ['No next email moves, and nobody ends.'] : []),
    ...(kept > 0 ? [`${formatCount(kept)} more ${are(kept)} on an earlier version and not affected.`] : []),
  ]
}

function stepSentence({ name, kind, ahead, passed, branchOnly }: StepEffect, isNamed: boolean): string {
  const step = isNamed ? name : 'this step'
  const may = branchOnly ? 'may' : 'will'
  const get = {
    text: `${may} get the new text${isNamed ? ` of ${name}` : ''}`,
    new: `${may} get ${isNamed ? name : 'the new step'}`,
    edited: branchOnly ? `may still come to ${step}` : `${ahead === 1 ? 'is' : 'are'} still to come to it`,
    deleted: `would have ${branchOnly ? 'perhaps ' : ''}come to ${step}`,
  }[kind]
  const past = branchOnly
    ? `do not come to ${step}`
    : `${are(passed)} past ${kind === 'new' ? 'its place' : step}`
  return `${formatCount(passed)} ${past}, ${formatCount(ahead)} ${get}.`
}
