import type { EndReason, EnrollmentState, HoldReason, PlannedAction } from './types'

/** What explanations need besides the state: date formatting, names and details. */
export interface ExplainTerms {
  date: (at: Date) => string
  /** The step's name, even if it was deleted. */
  step: (stepId: string) => string
  /** The detail of the latest decision, such as the name of the missing variable. */
  detail?: string
  /** Why the mailbox is not sending, as a sentence. */
  mailbox?: string
  /** Whether the sequence is running. */
  running?: boolean
}

/** Whether a hold ends as soon as the enrollment is planned, because the sequence is running by now. */
export const endsWithPlanning = (reason: HoldReason | null): boolean =>
  reason === 'not_activated' || reason === 'paused'

/** The state of an enrollment that a running sequence has not planned yet. */
const TO_BE_PLANNED = 'Waiting to be planned.'

const HOLDS: Record<HoldReason, string> = {
  not_activated: 'the sequence has not been activated',
  paused: 'the sequence is paused',
  paused_by_user: 'you paused this contact',
  no_steps: 'the sequence has no steps',
  no_mailbox: 'the sequence has no mailbox to send from',
  mailbox_not_connected: 'the mailbox is not sending',
  inbox_not_fresh: 'the inbox must be checked for replies first',
  missing_variable: 'the template needs a value that this contact does not have',
  missing_template: 'the step has no template',
  uncertain_send: 'the last email may not have been sent; resend it or count it as sent',
  links_unreachable: 'links in emails would not work while APP_URL is a loopback address',
  sequence_full: 'the sequence has reached its contact limit',
  replied_elsewhere: 'the contact replied in another sequence',
  out_of_office: 'the contact is out of office',
  quota: 'the daily limit of the mailbox is reached',
  retry: 'the mail server asked to try again later',
  contact_pressure: 'the weekly limit of emails to this contact is reached',
  in_other_sequence: 'the contact is still in another sequence',
  company_replied: 'somebody at the same company replied',
  report_unproven:
    'a report says that the address does not work, but names no email of ours; decide on the contact',
  sender_unproven: 'a message in the name of the contact may be forged; decide on the contact',
  opt_out_asked: 'the contact may have asked for no more email; decide in the conversation',
  calendar: 'the contact sent or answered an invitation; resume it when you like',
  address_unreachable: 'the address could not be reached',
}

/** Why an enrollment is held, as the end of a sentence. */
export const explainHold = (reason: HoldReason): string => HOLDS[reason]

const ENDS: Record<EndReason, string> = {
  finished: 'Finished: no steps left',
  replied: 'Finished: the contact replied',
  loop_limit: 'Stopped: the next step has already run 3 times',
  not_open_limit: 'Stopped: too many emails in a row were not opened',
  unsubscribed: 'Stopped: the contact unsubscribed',
  suppressed: 'Stopped: the contact is suppressed',
  hard_bounce: 'Stopped: the address does not exist',
  complaint: 'Stopped: the contact reported the email as spam',
  domain_suppressed: "Stopped: the contact's domain is suppressed",
  send_failed: 'Stopped: the email was refused',
  replied_elsewhere: 'Stopped: the contact replied in another sequence',
  company_replied: 'Stopped: somebody at the same company replied',
  contact_left: 'Stopped: the contact has left the company',
  stopped_by_user: 'Stopped by you',
  contact_deleted: 'Stopped: the contact was deleted',
  sequence_deleted: 'Stopped: the sequence was deleted',
}

/** The beginning of each of these sentences. The date is inserted after it. */
const VERDICT = /^(?:Finished|Stopped by you|Stopped)/

/** Why an enrollment has ended, as a sentence without a period. */
export const explainEnd = (reason: EndReason): string => ENDS[reason]

/** The planned action, as part of a sentence. */
export function explainNext(
  action: Pick<PlannedAction, 'kind' | 'stepId' | 'at'>,
  words: ExplainTerms,
): string {
  const when = words.date(action.at)
  const step = words.step(action.stepId)
  switch (action.kind) {
    case 'send':
      return `${step} is scheduled for ${when}`
    case 'decide':
      return `the reaction to ${step} is decided on ${when}`
    case 'wait':
      return `${step} ends on ${when}`
    case 'add_to_list':
      return `${step} runs on ${when}`
  }
}

/** Appends the detail in parentheses, if there is one. */
function withDetail(sentence: string, { detail }: Pick<ExplainTerms, 'detail'>): string {
  return detail ? `${sentence} (${detail})` : sentence
}

/** Why an enrollment is held, with its detail: a server's words follow a colon. */
export const explainHoldWith = (reason: HoldReason, detail?: string): string =>
  reason === 'address_unreachable' && detail
    ? `${HOLDS[reason]}: ${detail.replace(/\.$/, '')}`
    : withDetail(HOLDS[reason], { ...(detail ? { detail } : {}) })

/** Explains the state of an enrollment in one sentence, with the next date, if any. */
export function explainEnrollment(state: EnrollmentState, words: ExplainTerms): string {
  const { status, action, holdReason, heldUntil, endReason, endedAt } = state
  if (status !== 'active') {
    const why = withDetail(ENDS[endReason ?? 'finished'], words)
    return `${endedAt ? why.replace(VERDICT, `$& on ${words.date(endedAt)}`) : why}.`
  }
  if (words.running && endsWithPlanning(holdReason)) return TO_BE_PLANNED
  if (holdReason === 'mailbox_not_connected' && words.mailbox) return `Waiting: ${words.mailbox}`
  if (holdReason) {
    const why = explainHoldWith(holdReason, words.detail)
    if (holdReason === 'quota' && action && (!heldUntil || action.at >= heldUntil)) {
      return `Waiting: ${why}; ${explainNext(action, words)}.`
    }
    return heldUntil ? `Waiting until ${words.date(heldUntil)}: ${why}.` : `Waiting: ${why}.`
  }
  return action ? `Waiting: ${explainNext(action, words)}.` : TO_BE_PLANNED
}
