import type { Contact } from './contact'

/** A column of a contact that templates can use as a variable. */
interface ContactVariable {
  name: string
  field: keyof Contact
  /** What it is, for a list of variables. */
  what: string
  /** Its lack in a sentence: contacts without … */
  lack: string
}

/**
 * The variables that every contact has. Everything that knows them is made from this list: the values of an email, the counts of
 * contacts without a value, the choices of the editors, the checks of a template, and the hints for agents. A custom column of the same
 * name is used where the contact has no value of its own.
 */
export const CONTACT_VARIABLES = [
  { name: 'first_name', field: 'firstName', what: 'first name', lack: 'a first name' },
  { name: 'last_name', field: 'lastName', what: 'last name', lack: 'a last name' },
  { name: 'name', field: 'name', what: 'full name', lack: 'a name' },
  { name: 'company_name', field: 'organizationName', what: 'company', lack: 'a company name' },
  { name: 'title', field: 'title', what: 'job title', lack: 'a job title' },
  { name: 'city', field: 'city', what: 'city', lack: 'a city' },
  { name: 'state', field: 'state', what: 'state', lack: 'a state' },
  { name: 'country', field: 'country', what: 'country', lack: 'a country' },
  { name: 'headline', field: 'headline', what: 'headline', lack: 'a headline' },
  { name: 'linkedin_url', field: 'linkedinUrl', what: 'LinkedIn link', lack: 'a LinkedIn link' },
  { name: 'industry', field: 'industry', what: 'industry', lack: 'an industry' },
  { name: 'email', field: 'email', what: 'email address', lack: 'an email address' },
  { name: 'time_zone', field: 'timezone', what: 'time zone', lack: 'a time zone' },
] as const satisfies readonly ContactVariable[]

/** The variable that each email has instead of the contact. */
export const UNSUBSCRIBE_VARIABLE = { name: 'unsubscribe_url', what: 'unsubscribe link' } as const

/** The names of all variables that are not custom columns. */
export const STANDARD_VARIABLES: readonly string[] = [
  ...CONTACT_VARIABLES.map(({ name }) => name),
  UNSUBSCRIBE_VARIABLE.name,
]

/** Variables without which no email is held: every contact has the others, and an email may do without the name. */
export const NEVER_LACKING: ReadonlySet<string> = new Set(['email', 'name', UNSUBSCRIBE_VARIABLE.name])

/** The data of a contact that templates can use. */
export type Recipient = Pick<Contact, 'email' | 'custom'> & {
  [Field in (typeof CONTACT_VARIABLES)[number]['field']]?: string | null | undefined
}

/** The values of the variables for one contact. */
export function variablesFor(recipient: Recipient, unsubscribeUrl: string): Record<string, string> {
  // The columns of a program may be numbers.
  const custom = Object.entries(recipient.custom).map(([name, value]): [string, string] => [
    name,
    String(value ?? ''),
  ])
  const own = CONTACT_VARIABLES.flatMap(({ name, field }): [string, string][] => {
    const value = field === 'name' ? fullName(recipient) : recipient[field]?.trim()
    return value ? [[name, value]] : []
  })
  const given = Object.fromEntries([...custom, ...own])
  return { ...given, name: given.name ?? '', [UNSUBSCRIBE_VARIABLE.name]: unsubscribeUrl }
}

/** A display name that only repeats the address is no name. */
function fullName({ name, email, firstName, lastName }: Recipient): string {
  const given = name && name.toLowerCase() !== email.toLowerCase() ? name.trim() : ''
  return given || [firstName, lastName].filter(Boolean).join(' ').trim()
}
