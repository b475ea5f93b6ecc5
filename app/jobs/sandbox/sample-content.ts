/** The contacts, texts and steps of the sample data. All names are invented; all addresses are at example domains. */
import { normalize } from '~/models/shared/normalize'

const FIRST_NAMES =
  'Amara Bruno Chiara Dmitri Elif Fabian Greta Hamid Ines Jakub Keiko Lars Mireille Nadia Oscar Priya Quentin Rosa Samir Tove'.split(
    ' ',
  )
const LAST_NAMES =
  'Adeyemi Bergström Castellano Duarte Eriksen Fontaine Grabowski Hoffmann Ivanova Jansen Kimura Lombardi Moreau Novak Okafor Petrov Quist Rahman Silva Takeda'.split(
    ' ',
  )
const COMPANIES =
  'Aldermoor Logistics,Bluequay Analytics,Cedarline Health,Driftwood Energy,Elmstead Robotics,Foxglove Foods,Granary Software,Harrowgate Tools,Inkwell Publishing,Juniper Works,Kestrel Mobility,Larkfield Systems'.split(
    ',',
  )
const CITIES = [
  ['Berlin', 'Germany'],
  ['Lisbon', 'Portugal'],
  ['Utrecht', 'Netherlands'],
  ['Lyon', 'France'],
  ['Gothenburg', 'Sweden'],
] as const

export const SAMPLE_LISTS = [
  {
    name: 'Heads of operations',
    industry: 'Logistics',
    jobTitle: 'Head of Operations',
    location: 'Europe',
    description: 'Sample data: companies that move goods.',
    size: 25,
  },
  {
    name: 'Marketing leads',
    industry: 'Software',
    jobTitle: 'Marketing Lead',
    location: 'Europe',
    description: 'Sample data: software companies with a small marketing team.',
    size: 20,
  },
  {
    name: 'Founders',
    industry: 'Manufacturing',
    jobTitle: 'Founder',
    location: 'Europe',
    description: 'Sample data: not in a sequence yet.',
    size: 15,
  },
  {
    name: 'In conversation',
    industry: 'Mixed',
    jobTitle: 'Mixed',
    location: 'Europe',
    description: 'Sample data: the sequence adds contacts who reply.',
    size: 0,
  },
]

/** 60 contacts, always the same ones in the same order. */
export function samplePeople() {
  const lists = SAMPLE_LISTS.flatMap((list) => Array.from({ length: list.size }, () => list))
  return lists.map((list, place) => {
    const firstName = FIRST_NAMES[place % FIRST_NAMES.length]!
    const lastName = LAST_NAMES[(place * 7 + Math.floor(place / 20) * 3) % LAST_NAMES.length]!
    const organizationName = COMPANIES[place % COMPANIES.length]!
    const [city, country] = CITIES[place % CITIES.length]!
    const plain = normalize(`${firstName}.${lastName}`, 'NFD').replace(/[^a-zA-Z.]/g, '')
    const company = organizationName.split(' ')[0]!
    return {
      email: `${plain}@${company}.people.example`.toLowerCase(),
      firstName,
      lastName,
      title: list.jobTitle,
      organizationName,
      city,
      country,
      list: list.name,
    }
  })
}

const GREETING = '<p>Hello {{ first_name | default: "there" }},</p>'

export const SAMPLE_TEMPLATES = [
  {
    name: 'Introduction',
    subject: 'A question about planning at {{ company_name | default: "your company" }}',
    htmlBody: `${GREETING}<p>Most teams of your size plan their week in three places at once. We help them do it in one. Is that something you look at this year?</p><p>Kind regards</p>`,
  },
  {
    name: 'Gentle reminder',
    subject: 'Re: planning',
    htmlBody: `${GREETING}<p>My last email may have come at a bad time. Would a short summary by email help?</p><p>Kind regards</p>`,
  },
  {
    name: 'Case study',
    subject: 'How a team like yours saved a day a week',
    htmlBody: `${GREETING}<p>A team of twelve moved its planning to one place and got a day a week back. I can send you the two pages that show how.</p><p>Kind regards</p>`,
  },
]

interface SampleStep {
  name: string
  stepType: 'send_email' | 'add_to_persona'
  template?: string
  list?: string
  delayDays?: number
  sendHour?: number
  reactionWindowHours?: number
  sameThread?: boolean
  branchOnly?: boolean
  nextActionType?: 'end'
  /** Each branch names a step, or `end`. */
  branches?: Record<string, string>
}

export const SAMPLE_SEQUENCE: {
  name: string
  description: string
  skipWeekends: boolean
  linked: string[]
  steps: SampleStep[]
} = {
  name: 'Planning in one place',
  description: 'Sample data: a reminder for contacts who did not open, a case study for those who did.',
  skipWeekends: false,
  linked: ['Heads of operations', 'Marketing leads'],
  steps: [
    {
      name: 'Introduction',
      stepType: 'send_email',
      template: 'Introduction',
      delayDays: 1,
      sendHour: 9,
      reactionWindowHours: 48,
      branches: {
        notOpenedStepId: 'Reminder',
        openedNoReplyStepId: 'Case study',
        repliedStepId: 'Keep in conversation',
      },
    },
    {
      name: 'Reminder',
      stepType: 'send_email',
      template: 'Gentle reminder',
      delayDays: 2,
      sendHour: 10,
      reactionWindowHours: 72,
      sameThread: true,
      branchOnly: true,
      branches: {
        notOpenedStepId: 'end',
        openedNoReplyStepId: 'Case study',
        repliedStepId: 'Keep in conversation',
      },
    },
    {
      name: 'Case study',
      stepType: 'send_email',
      template: 'Case study',
      delayDays: 2,
      sendHour: 14,
      reactionWindowHours: 72,
      branchOnly: true,
      branches: { notOpenedStepId: 'end', openedNoReplyStepId: 'end', repliedStepId: 'Keep in conversation' },
    },
    {
      name: 'Keep in conversation',
      stepType: 'add_to_persona',
      list: 'In conversation',
      branchOnly: true,
      nextActionType: 'end',
    },
  ],
}

export const SAMPLE_REPLIES = [
  'Thank you, that sounds good. Could you send me the summary?',
  'We looked at this last spring. What has changed since then?',
  'Happy to talk. Tuesday afternoon works for me.',
  'I am not the right person, but my colleague in operations is. I will pass it on.',
  'What does it cost for a team of twenty?',
]
