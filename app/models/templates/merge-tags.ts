import { CONTACT_VARIABLES } from '~/models/contacts/variables'
import { isPlaceholder } from '~/models/shared/placeholders'
import { normalize } from '~/normalize'

/** What other programs, and people who type, write where a contact's data should be, in five languages; without spaces and signs. */
const TAG_NAMES = new Set([
  ...CONTACT_VARIABLES.flatMap(({ name, what }) => [bare(name), bare(what)]),
  ...`fname lname givenname surname middlename nickname username prospect organization organisation business
    businessname account accountname domain companydomain website companywebsite position role jobposition
    department location phone phonenumber mobile salutation greeting icebreaker firstline mail linkedin date
    product signature unsubscribe unsubscribelink unsubscribeurl zip address vorname nachname firma firmenname
    unternehmen anrede stadt land branche prenom nom entreprise societe ville pays poste secteur nombre apellido
    apellidos empresa ciudad pais cargo puesto nome cognome azienda citta paese ruolo sobrenome cidade`.split(
    /\s+/,
  ),
])

/** Words before a name: [Your Company], [Insert Name]. */
const BEFORE =
  /^(?:insert|enter|add|your|my|the|recipients?|contacts?|leads?|prospects?|customers?|clients?|subscribers?|senders?|user)/

function bare(text: string): string {
  return normalize(text, 'NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** People write these in brackets as links: [Website]. */
const LABELS = new Set(
  `website linkedin linkedinlink linkedinurl unsubscribe unsubscribelink email mail emailaddress phone
    mobile address date domain product signature`.split(/\s+/),
)

/** Quotations are edited so: “[The product] saved us a day”. */
const EDITED = /^\s?the\b/i

function isTagName(text: string, isBracketed: boolean): boolean {
  // `Contact.FirstName` of Salesforce, `contact.firstname` of HubSpot.
  const name = bare(text.slice(text.lastIndexOf('.') + 1))
  if (isBracketed && (LABELS.has(name) || EDITED.test(text))) return false
  const short = name.replace(BEFORE, '')
  return TAG_NAMES.has(name) || TAG_NAMES.has(short) || TAG_NAMES.has(short.replace(BEFORE, ''))
}

/** Tags that mean nothing else, whatever is in them. "30%% of 40%%" is none. */
const PLAIN_TAG =
  /\{\{[^{}\n]{0,60}(?:\}\})?|\}\}|(?<!\p{N})%%[\p{L}_][\p{L}\p{N}_ .:|-]{0,59}(?<! )%%|\*\|[^|\n]{1,60}\|\*/gu

/**
 * Tags that other texts look like, so that the name in them decides: [First Name], {first_name}, {!Contact.Name}, ${name}, <<Name>>, ##name##,
 * %FNAME%. The last three have no spaces at their ends, as quotations, headings and percentages do: << Name >>, ## Name ##, "12% email 4%". Nor is
 * an escape in a URL the sign of a tag: %E9mail%20.
 */
const NAMED_TAGS = [
  /\[\s?(\p{L}[\p{L}\p{N} ._'’-]{0,40})\](?!\()/gu,
  /\{!?\s?(\p{L}[\p{L}\p{N} ._'’-]{0,40})\}/gu,
  /<<(\p{L}[\p{L}\p{N} ._'’-]{0,40})(?<! )>>/gu,
  /(?<!#)##(\p{L}[\p{L}\p{N} ._'’-]{0,40})(?<! )##(?!#)/gu,
  /(?<!\p{N})%(\p{L}[\p{L}\p{N} ._'’-]{0,40})(?<! \p{N}{0,3})%(?![A-F]?\d)/gu,
]

/** The merge tags that are left in a text, each once. Takes linear time. */
export function findMergeTags(text: string): string[] {
  const plain = [...text.matchAll(PLAIN_TAG)].map(([tag]) => tag)
  const rest = text.replace(PLAIN_TAG, ' ')
  const named = NAMED_TAGS.flatMap((form) =>
    [...rest.matchAll(form)].flatMap(([tag, name]) => (isTagName(name!, tag.startsWith('[')) ? [tag] : [])),
  )
  return [...new Set([...plain, ...named].map((tag) => tag.replace(/\s+/g, ' ').trim()))]
}

const BROKEN = /\[object object\]|#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!)/i

/** Whether the value of a variable says only that there is none. */
export const isNoValue = (value: string): boolean => isPlaceholder(value) || BROKEN.test(value.slice(0, 2000))
