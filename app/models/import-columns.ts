/** The columns of a contact import. Browser-safe. */

/** The columns that an import knows, in the order of the template (specification document 2, section 3.1). */
export const IMPORT_COLUMNS = {
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  name: 'Name',
  title: 'Title',
  organizationName: 'Organization',
  city: 'City',
  state: 'State',
  country: 'Country',
  linkedinUrl: 'LinkedIn URL',
  headline: 'Headline',
  apolloId: 'Apollo ID',
} as const
export type ImportColumn = keyof typeof IMPORT_COLUMNS

/** The text of the template file: the headers alone. */
export const IMPORT_TEMPLATE = `${Object.values(IMPORT_COLUMNS).join(',')}\r\n`

/** What other programs call the known columns in the files that they export: compared without case, spaces and signs. */
const ALIASES: Partial<Record<ImportColumn, string[]>> = {
  email: ['emailaddress', 'mail', 'mailaddress', 'workemail', 'businessemail', 'primaryemail'],
  firstName: ['givenname', 'forename'],
  lastName: ['surname', 'familyname'],
  name: ['fullname', 'displayname', 'contactname'],
  title: ['jobtitle', 'position'],
  organizationName: [
    'company',
    'companyname',
    'organisation',
    'organizationname',
    'organisationname',
    'employer',
  ],
  linkedinUrl: ['linkedin', 'linkedinprofile', 'linkedinprofileurl', 'personlinkedinurl'],
}

/** Columns of one file that can be imported. */
export const MAX_COLUMNS = 200

/** Where a cell goes: a field of the contact, a column of its own (a template variable), or nowhere. */
export type Target = { field: ImportColumn } | { custom: string } | { skip: true }

/** What the user says of a column: a field's name, to be kept as a variable, or to be passed over. */
export const KEEP = 'variable'
export const SKIP = 'skip'
export type ColumnChoice = ImportColumn | typeof KEEP | typeof SKIP
const isField = (choice: string): choice is ImportColumn => Object.hasOwn(IMPORT_COLUMNS, choice)
export const isColumnChoice = (text: string): text is ColumnChoice =>
  text === KEEP || text === SKIP || isField(text)

/** A variable as templates write it. */
export const variableTag = (name: string) => `{{${name}}}`

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const FIELDS = Object.keys(IMPORT_COLUMNS) as ImportColumn[]
const KNOWN = new Map(FIELDS.map((field) => [plain(IMPORT_COLUMNS[field]), field]))
const KNOWN_ELSEWHERE = new Map(
  FIELDS.flatMap((field) => (ALIASES[field] ?? []).map((alias) => [alias, field] as const)),
)

/**
 * What the columns of a header row mean by their names: the known ones in whatever case, with spaces, underscores or without,
 * or as other programs call them; each further one is kept.
 */
export function guessColumns(header: string[]): ColumnChoice[] {
  const fields = new Set<string>()
  const take = (field: ImportColumn | undefined) => {
    if (!field || fields.has(field)) return null
    fields.add(field)
    return field
  }
  const exact = header.map((text) => take(KNOWN.get(plain(text))))
  return header.map((text, index) => exact[index] ?? take(KNOWN_ELSEWHERE.get(plain(text))) ?? KEEP)
}

/** What is wrong with the choices for a header row, as a sentence; null when it can be imported so. */
export function refuseChoices(header: string[], choices: readonly ColumnChoice[]): string | null {
  if (choices.length !== header.length) return 'The columns of the file are not those that were chosen'
  const twice = choices.find((choice, index) => isField(choice) && choices.indexOf(choice) !== index)
  if (twice) return `Two columns are chosen as ${IMPORT_COLUMNS[twice as ImportColumn]}; choose one`
  return choices.includes('email') ? null : 'Choose the column that holds the email address'
}

/** Where the cells of each column go: as chosen, else by the columns' names. Kept ones are named in snake_case. */
export function mapColumns(header: string[], choices = guessColumns(header)): Target[] {
  const customs = new Set<string>()
  return choices.map((choice, index): Target => {
    if (choice === SKIP) return { skip: true }
    if (choice !== KEEP) return { field: choice }
    const custom = unused(variableName(header[index]!) || `column_${index + 1}`, customs)
    customs.add(custom)
    return { custom }
  })
}

/** The name of a template variable for a header: "Größe (cm)" is `grosse_cm`. */
export function variableName(header: string): string {
  const name = header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
  return /^\d/.test(name) ? `_${name}` : name
}

function unused(name: string, taken: Set<string>): string {
  for (let number = 2, candidate = name; ; number++) {
    if (!taken.has(candidate)) return candidate
    candidate = `${name}_${number}`
  }
}
