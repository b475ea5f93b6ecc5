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

/** Headers that mean a known column although they are written otherwise. */
const ALIASES: Record<string, ImportColumn> = { emailaddress: 'email', companyname: 'organizationName' }

/** Where a cell goes: a field of the contact, or a column of its own. */
export type Target = { field: ImportColumn } | { custom: string }

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const KNOWN = new Map<string, ImportColumn>(
  (Object.keys(IMPORT_COLUMNS) as ImportColumn[]).map((field) => [plain(IMPORT_COLUMNS[field]), field]),
)

/**
 * What each column of a header row means: the known ones in whatever case, with spaces, underscores or without; each
 * further one is a template variable in snake_case.
 */
export function mapColumns(header: string[]): Target[] {
  const fields = new Set<string>()
  const customs = new Set<string>()
  const targets = header.map((text): Target | null => {
    const field = KNOWN.get(plain(text))
    if (!field || fields.has(field)) return null
    fields.add(field)
    return { field }
  })
  return header.map((text, index) => {
    const found = targets[index]
    if (found) return found
    const alias = ALIASES[plain(text)]
    if (alias && !fields.has(alias)) {
      fields.add(alias)
      return { field: alias }
    }
    const custom = unused(variableName(text) || `column_${index + 1}`, customs)
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
