import type { Contact } from './contact'
import { CONTACT_FIELDS, FIELD_NAMES, inOrder, type VariableField, type VariableWords } from './fields'
import { printValue } from './own-fields/value'

/** A column of a contact that templates can use as a variable. */
export interface ContactVariable extends VariableWords {
  field: VariableField | 'industry'
}

/**
 * The variables that every contact has. Everything that knows them is made from this list: the values of an email, the counts of
 * contacts without a value, the choices of the editors, the checks of a template, and the hints for agents. A custom column of the same
 * name is used where the contact has no value of its own.
 */
export const CONTACT_VARIABLES: readonly ContactVariable[] = inOrder([
  ...FIELD_NAMES.flatMap((field) => {
    const { variable } = CONTACT_FIELDS[field]
    return variable ? [{ ...variable, field: field as VariableField }] : []
  }),
  {
    ...{ name: 'industry', field: 'industry' as const, what: 'industry', lack: 'an industry' },
    ...{ order: 11, sample: 'Software' },
  },
])

/** The variable that each email has instead of the contact. */
export const UNSUBSCRIBE_VARIABLE = { name: 'unsubscribe_url', what: 'unsubscribe link' } as const

/** The names of all variables that are not of the user's own fields. */
export const STANDARD_VARIABLES: readonly string[] = [
  ...CONTACT_VARIABLES.map(({ name }) => name),
  UNSUBSCRIBE_VARIABLE.name,
]

/** Variables without which no email is held: every contact has the others, and an email may do without the name. */
export const NEVER_LACKING: ReadonlySet<string> = new Set(['email', 'name', UNSUBSCRIBE_VARIABLE.name])

/** The data of a contact that templates can use. */
export type Recipient = Pick<Contact, 'email' | 'custom'> & {
  [Field in ContactVariable['field']]?: string | null | undefined
} & {
  /** The keys of the own fields that are dates, which are written differently; none if absent. */
  dateKeys?: readonly string[]
}

/** The values of the variables for one contact. */
export function variablesFor(recipient: Recipient, unsubscribeUrl: string): Record<string, string> {
  const custom = Object.entries(recipient.custom).map(([key, value]): [string, string] => [
    key,
    printValue(value, recipient.dateKeys?.includes(key) ?? false),
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
