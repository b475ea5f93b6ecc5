import { formatMoment } from '~/models/shared/format-time'
import { variableTag } from '~/models/shared/variables'
import { type Contact, customTexts } from './contact'
import { CONTACT_FIELDS, FIELD_NAMES, inOrder } from './fields'

/** One labeled fact about a contact. */
export interface Fact {
  label: string
  value: string
  /** The link, if the value is a web address. */
  href?: string
}

/** The non-empty fields of a contact with their labels. Custom columns are labeled by their template variable. */
export function factsOf(contact: Contact, timezone: string): Fact[] {
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
    { label: 'Tags', value: contact.tags.join(', ') },
    {
      label: 'Unopened emails in a row',
      value: contact.notOpenedStreak > 0 ? String(contact.notOpenedStreak) : null,
    },
    { label: 'Added', value: formatMoment(contact.createdAt, timezone) },
    ...Object.entries(customTexts(contact.custom)).map(([name, value]) => ({
      label: variableTag(name),
      value,
    })),
  ]
  return lines.flatMap(({ label, value, isLink }) => {
    if (!value) return []
    const isWeb = isLink && /^https?:\/\//i.test(value)
    return [{ label, value, ...(isWeb ? { href: value } : {}) }]
  })
}
