import type { EndReason, EnrollmentState, HoldReason, PlannedAction } from './types'

/** What sentences need besides the state: how the reader's zone writes a date, and names. */
export interface Words {
  date: (at: Date) => string
  /** The step's name, also of a deleted one. */
  step: (stepId: string) => string
  /** Inputs kept with the newest decision: the missing variable's name and the like. */
  detail?: string
  /** Why the mailbox sends nothing now, as a sentence. */
  mailbox?: string
}

const HOLDS: Record<HoldReason, string> = {
  not_activated: 'the sequence has not been activated',
  paused: 'the sequence is paused',
  paused_by_user: 'you paused this person',
  no_steps: 'the sequence has no steps',
  no_mailbox: 'the sequence has no mailbox to send from',
  mailbox_not_connected: 'the mailbox is not connected',
  inbox_not_fresh: 'the inbox must be read first, so that no reply is overlooked',
  missing_variable: 'the template needs a value that this contact does not have',
  missing_template: 'the step has no template',
  uncertain_send: 'nobody can tell whether the last mail went out; resend it or count it as sent',
  links_unreachable: 'links in mails would lead nowhere while APP_URL is an address of this machine only',
  sequence_full: 'the sequence has reached its contact limit',
  replied_elsewhere: 'the contact replied in another sequence',
  out_of_office: 'the contact is out of office',
  quota: 'the daily limit of the mailbox is reached',
  retry: 'the mail server asked to try again later',
}

/** Why an enrollment waits, as the end of a sentence. */
export const explainHold = (reason: HoldReason): string => HOLDS[reason]

const ENDS: Record<EndReason, string> = {
  finished: 'Finished: no step is left',
  replied: 'Finished: the contact replied',
  loop_limit: 'Stopped: the next step has already run 3 times',
  not_open_limit: 'Stopped: too many mails in a row were not opened',
  unsubscribed: 'Stopped: the contact unsubscribed',
  suppressed: 'Stopped: the contact is suppressed',
  hard_bounce: 'Stopped: the address does not exist',
  complaint: 'Stopped: the contact reported the mail as spam',
  domain_suppressed: "Stopped: the contact's domain is suppressed",
  send_failed: 'Stopped: the mail was refused',
  replied_elsewhere: 'Stopped: the contact replied in another sequence',
  stopped_by_user: 'Stopped by you',
  contact_deleted: 'Stopped: the contact was deleted',
  sequence_deleted: 'Stopped: the sequence was deleted',
}

/** Why an enrollment is over, as a sentence without its full stop. */
export const explainEnd = (reason: EndReason): string => ENDS[reason]

/** What is planned, as a part of a sentence. */
export function explainNext(action: Pick<PlannedAction, 'kind' | 'stepId' | 'at'>, words: Words): string {
  const when = words.date(action.at)
  const step = words.step(action.stepId)
  switch (action.kind) {
    case 'send':
      return `${step} is sent on ${when}`
    case 'decide':
      return `the reaction to ${step} is decided on ${when}`
    case 'wait':
      return `${step} ends on ${when}`
    case 'add_to_list':
      return `${step} runs on ${when}`
  }
}

/** The detail in brackets, for reasons where one helps. */
function withDetail(sentence: string, words: Words): string {
  return words.detail ? `${sentence} (${words.detail})` : sentence
}

/** One sentence on where an enrollment stands, with the next date when there is one. */
export function explainEnrollment(state: EnrollmentState, words: Words): string {
  const { status, action, holdReason, heldUntil, endReason, endedAt } = state
  if (status !== 'active') {
    const why = withDetail(ENDS[endReason ?? 'finished'], words)
    return endedAt ? `${why}, on ${words.date(endedAt)}.` : `${why}.`
  }
  if (holdReason === 'mailbox_not_connected' && words.mailbox) return `Waiting: ${words.mailbox}`
  if (holdReason) {
    const why = withDetail(HOLDS[holdReason], words)
    if (holdReason === 'quota' && action && (!heldUntil || action.at >= heldUntil)) {
      return `Waiting: ${why}; ${explainNext(action, words)}.`
    }
    return heldUntil ? `Waiting until ${words.date(heldUntil)}: ${why}.` : `Waiting: ${why}.`
  }
  return action ? `Waiting: ${explainNext(action, words)}.` : 'Waiting to be planned.'
}
