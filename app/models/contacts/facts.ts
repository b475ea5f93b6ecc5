import { formatMoment } from '~/models/shared/format-time'
import { variableTag } from '~/models/shared/variables'
import { type Contact, customTexts } from './contact'

/** One labeled fact about a contact. */
export interface Fact {
  label: string
  value: string
  /** The link, if the value is a web address. */
  href?: string
}

/** The non-empty fields of a contact with their labels. Custom columns are labeled by their template variable. */
export function factsOf(contact: Contact, timezone: string): Fact[] {
  const { linkedinUrl } = contact
  const place = [contact.city, contact.state, contact.country].filter(Boolean).join(', ')
  const lines: [string, string | null][] = [
    ['Email', contact.email],
    ['First name', contact.firstName],
    ['Last name', contact.lastName],
    ['Title', contact.title],
    ['Organization', contact.organizationName],
    ['Industry', contact.industry],
    ['Location', place],
    ['Time zone', contact.timezone],
    ['Headline', contact.headline],
    ['LinkedIn', linkedinUrl],
    ['Apollo ID', contact.apolloId],
    ['Tags', contact.tags.join(', ')],
    ['Unopened emails in a row', contact.notOpenedStreak > 0 ? String(contact.notOpenedStreak) : null],
    ['Added', formatMoment(contact.createdAt, timezone)],
    ...Object.entries(customTexts(contact.custom)).map(([name, value]): [string, string] => [
      variableTag(name),
      value,
    ]),
  ]
  return lines.flatMap(([label, value]) => {
    if (!value) return []
    const isWeb = label === 'LinkedIn' && /^https?:\/\//i.test(value)
    return [{ label, value, ...(isWeb ? { href: value } : {}) }]
  })
}
