import { formatMoment } from '~/models/shared/format-time'
import type { Contact } from './contact'
import { CONTACT_FIELDS, FIELD_NAMES, inOrder } from './fields'
import type { OwnField } from './own-fields/type'
import { printValue } from './own-fields/value'

/** One labeled fact about a contact. */
export interface Fact {
  label: string
  value: string
  /** The link, if the value is a web address. */
  href?: string
}

/** The fields of a contact that have a value, with their labels. @param fields the user's own fields */
export function factsOf(contact: Contact, fields: readonly OwnField[], timezone: string): Fact[] {
  const own = FIELD_NAMES.flatMap((name) => {
    const { fact } = CONTACT_FIELDS[name]
    return fact ? [{ ...fact, value: contact[name] }] : []
  })
  const lines: { label: string; value: string | null; isLink?: true }[] = [
    ...inOrder([
      ...own,
      { order: 6, label: 'Industry', value: contact.industry },
      {
        order: 7,
        label: 'Location',
        value: [contact.city, contact.state, contact.country].filter(Boolean).join(', '),
      },
    ]),
    {
      label: 'Unopened emails in a row',
      value: contact.notOpenedStreak > 0 ? String(contact.notOpenedStreak) : null,
    },
    { label: 'Added', value: formatMoment(contact.createdAt, timezone) },
    ...fields.map(({ key, name, type }) => {
      const value = contact.custom[key]
      return {
        label: name,
        value: value === undefined ? null : printValue(value, type === 'date'),
        ...(type === 'url' ? { isLink: true as const } : {}),
      }
    }),
  ]
  return lines.flatMap(({ label, value, isLink }) => {
    if (!value) return []
    const isWeb = isLink && /^https?:\/\//i.test(value)
    return [{ label, value, ...(isWeb ? { href: value } : {}) }]
  })
}
