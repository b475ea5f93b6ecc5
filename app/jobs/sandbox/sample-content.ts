/** The templates, sequences and further texts of the sample data: two people of an invented company sell a planning tool. */
import type { StepChange } from '~/models/sequences/step'

const text = (...paragraphs: string[]) =>
  ['Hello {{ first_name | default: "there" }},', ...paragraphs].map((line) => `<p>${line}</p>`).join('')

export const SAMPLE_TEMPLATES = [
  {
    name: 'Introduction',
    subject: 'Weekly planning at {{ company_name | default: "your company" }}',
    htmlBody: text(
      'Most depots of your size plan the week in three places: a spreadsheet, a whiteboard and a group chat. When a driver calls in sick, all three are wrong.',
      'Northlight puts drivers, vehicles and orders on one page that the whole depot sees. A team of forty is usually set up within a week.',
      'Is that something you look at this year?',
      'Kind regards',
    ),
  },
  {
    name: 'Gentle reminder',
    subject: 'Re: Weekly planning',
    htmlBody: text(
      'My last email may have come on a busy day. In one sentence: one page for drivers, vehicles and orders, instead of three.',
      'Would a summary of one page help?',
      'Kind regards',
    ),
  },
  {
    name: 'Case study',
    subject: 'How a depot of 40 drivers got its Fridays back',
    htmlBody: text(
      'A depot with forty drivers used to spend every Friday afternoon on the plan of the next week. With Northlight it takes them half an hour.',
      'I wrote down on two pages how they changed over, what it cost, and what they would do differently. Shall I send it?',
      'Kind regards',
    ),
  },
  {
    name: 'Launch calendar: question',
    subject: '{{ first_name | default: "Hello" }}, who knows all your launch dates?',
    htmlBody: text(
      'A question about your launches: if a date moves by a week, how many people do you have to tell?',
      'We make a calendar that tells them. Teams like the one at {{ company_name | default: "your company" }} use it for product, press and paid campaigns.',
      'Worth a look before your next launch?',
      'Best wishes',
    ),
  },
  {
    name: 'Launch calendar: result',
    subject: 'Six launches, one calendar, no missed date',
    htmlBody: text(
      'Last quarter a marketing team of five ran six launches from one shared calendar and missed none of the dates.',
      'I can show you theirs in fifteen minutes, with the names taken out. Is next week any good?',
      'Best wishes',
    ),
  },
  {
    name: 'Launch checklist',
    subject: 'The launch checklist that we give away',
    htmlBody: text(
      'Even without a new tool: this is the list of 24 items that our customers go through before a launch. Most teams find two they forgot.',
      'Reply with “list” and I send it to you. There is no form to fill in.',
      'Best wishes',
    ),
  },
]

/** A step of the sample data names its template, list and branches; a branch names a step, or `end`. */
type SampleStep = Pick<
  StepChange,
  | 'stepType'
  | 'delayDays'
  | 'sendHour'
  | 'reactionWindowHours'
  | 'sameThread'
  | 'branchOnly'
  | 'nextActionType'
> & { name: string; templates?: string[]; list?: string; branches?: Record<string, string> }

const KEEP: SampleStep = {
  name: 'Keep in conversation',
  stepType: 'add_to_persona',
  list: 'In conversation',
  branchOnly: true,
  nextActionType: 'end',
}

export const SAMPLE_SEQUENCES: {
  name: string
  description: string
  linked: string[]
  /** The mailbox that sends, by its place. */
  mailbox: number
  steps: SampleStep[]
}[] = [
  {
    name: 'Planning in one place',
    description: 'A reminder for contacts who did not open, a case study for those who did.',
    linked: ['Heads of operations'],
    mailbox: 0,
    steps: [
      {
        name: 'Introduction',
        stepType: 'send_email',
        templates: ['Introduction'],
        delayDays: 1,
        sendHour: 9,
        reactionWindowHours: 48,
        branches: {
          notOpenedStepId: 'Reminder',
          openedNoReplyStepId: 'Case study',
          repliedStepId: KEEP.name,
        },
      },
      {
        name: 'Reminder',
        stepType: 'send_email',
        templates: ['Gentle reminder'],
        delayDays: 2,
        sendHour: 10,
        reactionWindowHours: 72,
        sameThread: true,
        branchOnly: true,
        branches: { notOpenedStepId: 'end', openedNoReplyStepId: 'Case study', repliedStepId: KEEP.name },
      },
      {
        name: 'Case study',
        stepType: 'send_email',
        templates: ['Case study'],
        delayDays: 2,
        sendHour: 14,
        reactionWindowHours: 72,
        branchOnly: true,
        branches: { notOpenedStepId: 'end', openedNoReplyStepId: 'end', repliedStepId: KEEP.name },
      },
      KEEP,
    ],
  },
  {
    name: 'Launch calendar',
    description: 'Two first emails compete for replies; the other contacts get the checklist.',
    linked: ['Marketing leads'],
    mailbox: 1,
    steps: [
      {
        name: 'First email',
        stepType: 'send_email',
        templates: ['Launch calendar: question', 'Launch calendar: result'],
        delayDays: 1,
        sendHour: 10,
        reactionWindowHours: 72,
        branches: { repliedStepId: KEEP.name },
      },
      {
        name: 'Checklist',
        stepType: 'send_email',
        templates: ['Launch checklist'],
        delayDays: 3,
        sendHour: 11,
        reactionWindowHours: 72,
        branches: { notOpenedStepId: 'end', openedNoReplyStepId: 'end', repliedStepId: KEEP.name },
      },
      KEEP,
    ],
  },
]

/** A label of the user's own. */
export const SAMPLE_LABEL = { name: 'Send pricing', positive: true }

export const SAMPLE_SAVED_REPLIES = [
  {
    name: 'Offer two times',
    text: 'Hello {{first_name}},\n\nthank you for your answer. Would Tuesday at 10:00 or Wednesday at 14:30 suit you? Fifteen minutes are enough.',
  },
  {
    name: 'Prices',
    text: 'Hello {{first_name}},\n\nNorthlight costs 9 euros per planned person and month. There is no setup fee, and you can cancel at the end of each month.',
  },
]

/** A workflow that the user has not activated yet. */
export const SAMPLE_WORKFLOW = {
  name: 'New operations managers',
  description: 'Adds five people a week who lead operations at a carrier.',
  list: 'Heads of operations',
  startStrategy: 'immediately',
  frequencyType: 'weeks',
  criteria: {
    jobTitles: ['Head of Operations', 'Operations Manager'],
    locations: ['Germany', 'Netherlands'],
    employeeCounts: ['51-100', '101-200'],
  },
  leadLimit: 5,
}
