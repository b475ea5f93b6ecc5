import { CONTACT_FIELDS } from '~/models/contacts/fields'

/** The nth example id: a UUIDv7 like those of real objects. */
const id = (nth: number) => `01985c1e-7a30-7c52-9b1e-3f6d2a8c4e${String(nth).padStart(2, '0')}`

/** The ids of the objects that examples name. The tests put the ids of real objects in their place. */
export const ID = {
  contact: id(1),
  persona: id(2),
  otherPersona: id(3),
  sequence: id(4),
  step: id(5),
  template: id(6),
  mailbox: id(7),
  smtpMailbox: id(8),
  conversation: id(9),
  send: id(10),
  uncertain: id(11),
  workflow: id(12),
  workflowStep: id(13),
  notification: id(14),
  job: id(15),
  key: id(16),
  user: id(17),
  message: id(18),
  webhook: id(19),
  delivery: id(20),
  asked: id(21),
  related: id(22),
  stop: id(23),
  log: id(24),
  field: id(25),
  view: id(26),
  task: id(27),
} as const

/** The names of the example objects. */
export const EXAMPLE = {
  email: CONTACT_FIELDS.email.example,
  domain: CONTACT_FIELDS.email.example.split('@')[1]!,
  password: 'correct horse battery',
  mailbox: 'jane@coldframe.example',
  resetToken: 'T6f0n2mJq8QyS1Zr',
  leadId: CONTACT_FIELDS.apolloId.example,
  leadKey: 'sandbox-9d1f4a',
  webhook: 'https://crm.example.com/hooks/coldframe',
  file: 'contacts.csv',
} as const
