/** The columns of a contact import. Browser-safe. */
import { MAX_NORMALIZED, normalize } from '~/models/shared/normalize'

/** The known columns, in the order of the template (specification document 2, section 3.1), and the time zone. */
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
  timezone: 'Time Zone',
  linkedinUrl: 'LinkedIn URL',
  headline: 'Headline',
  apolloId: 'Apollo ID',
} as const
export type ImportColumn = keyof typeof IMPORT_COLUMNS

/** The template file: only the header row. Its columns are fixed by the specification. */
export const IMPORT_TEMPLATE = `${Object.values(IMPORT_COLUMNS)
  .filter((name) => name !== IMPORT_COLUMNS.timezone)
  .join(',')}\r\n`

/**
 * Names of the known columns in the exports of other programs, in English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish and Swedish. Compared without case, accents, spaces and punctuation (see `normalize`).
 */
const ALIASES: Partial<Record<ImportColumn, string>> = {
  email: `emailaddress mail mailaddress workemail businessemail primaryemail companyemail emailadresse mailadresse emailgeschaftlich
    geschaftlicheemail adresseemail adressemail adresseelectronique courriel email1 email1value emailwork correo correoelectronico direcciondecorreo
    direccionemail indirizzoemail postaelettronica enderecodeemail enderecoemail correioeletronico emailadres mailadres zakelijkeemail
    adresemail adresmailowy epost epostadress`,
  firstName: `givenname forename contactfirstname vorname rufname prenom nombre nombredepila primernombre nome nomeproprio primeironome
    voornaam imie fornamn`,
  lastName: `surname familyname contactlastname nachname familienname zuname nom nomdefamille apellido apellidos primerapellido cognome
    sobrenome apelido ultimonome achternaam familienaam nazwisko efternamn`,
  name: `fullname displayname contactname contactperson vollername vollstandigername ansprechpartner kontaktperson
    nomcomplet nometprenom prenometnom nombrecompleto nombreyapellidos nomecompleto nomeecognome nomeesobrenome volledigenaam naam
    contactpersoon imieinazwisko namn fullstandigtnamn kontaktnamn`,
  title: `jobtitle position jobposition role jobrole designation jobbezeichnung berufsbezeichnung funktion stelle stellenbezeichnung
    positiontitel rolle beruf poste fonction intitulduposte intituleduposte titreduposte cargo puesto puestodetrabajo posizione ruolo
    qualifica mansione funcao functie functietitel beroep stanowisko befattning roll`,
  organizationName: `company companyname companyaccount accountcompany accountname organisation organizationname organisationname employer
    currentcompany businessname firma firmenname unternehmen unternehmensname betrieb arbeitgeber gesellschaft entreprise
    nomdelentreprise societe raisonsociale employeur empresa nombredelaempresa nombreempresa compania organizacion razonsocial azienda
    nomeazienda societa ragionesociale organizzazione datoredilavoro nomedaempresa organizacao companhia bedrijf bedrijfsnaam
    organisatie werkgever nazwafirmy przedsiebiorstwo organizacja foretag foretagsnamn`,
  city: 'town stadt ort wohnort ville ciudad citta cidade localidade stad plaats woonplaats miasto miejscowosc',
  state:
    'region province stateprovince stateregion bundesland provinz etat estado provincia regione regiao provincie wojewodztwo',
  country: 'countryregion land staat pays pais paese nazione kraj',
  timezone: 'tz zeitzone fuseauhoraire zonahoraria fusoorario fusohorario tijdzone strefaczasowa tidszon',
  linkedinUrl: `linkedin linkedinprofile linkedinprofileurl personlinkedinurl linkedinlink profillinkedin perfillinkedin perfildelinkedin
    profilolinkedin linkedinprofil linkedinprofiel`,
}

/** The maximum number of columns of a file. */
export const MAX_COLUMNS = 200

/** The target of a column: a field of the contact, a custom column (template variable), or none. */
export type Target = { field: ImportColumn } | { custom: string } | { skip: true }

/** The user's choice for a column: a field's name, keep as a custom column, or skip. */
export const KEEP = 'variable'
export const SKIP = 'skip'
export type ColumnChoice = ImportColumn | typeof KEEP | typeof SKIP
const isField = (choice: string): choice is ImportColumn => Object.hasOwn(IMPORT_COLUMNS, choice)
export const isColumnChoice = (text: string): text is ColumnChoice =>
  text === KEEP || text === SKIP || isField(text)

/** Reduces a header to lower-case letters and digits without accents: "E-Mail" becomes "email", "Prénom" becomes "prenom". */
const plain = (header: string) =>
  normalize(header, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')

const FIELDS = Object.keys(IMPORT_COLUMNS) as ImportColumn[]
const FIELD_BY_NAME = new Map(FIELDS.map((field) => [plain(IMPORT_COLUMNS[field]), field]))
const FIELD_BY_ALIAS = new Map(
  FIELDS.flatMap((field) => (ALIASES[field]?.split(/\s+/) ?? []).map((alias) => [alias, field] as const)),
)

/**
 * The field that a header means in another program. If the header has several parts ("Company / Account", "Vorname (First name)"),
 * all of them must mean the same field: "Email / Phone" has no single meaning.
 */
function fieldByAlias(header: string): ImportColumn | undefined {
  const fieldOf = (text: string) => FIELD_BY_NAME.get(text) ?? FIELD_BY_ALIAS.get(text)
  const field = fieldOf(plain(header))
  if (field) return field
  const parts = header
    .slice(0, MAX_NORMALIZED)
    .split(/[/|,;()[\]]/)
    .map(plain)
  const [first, ...others] = parts.filter((part) => part !== '').map(fieldOf)
  return others.every((field) => field === first) ? first : undefined
}

/**
 * Guesses the meaning of each column from its header: known names in any case and spacing, or the names of other programs and
 * languages. All others are kept as custom columns.
 */
export function guessColumns(header: string[]): ColumnChoice[] {
  const fields = new Set<string>()
  const take = (field: ImportColumn | undefined) => {
    if (!field || fields.has(field)) return null
    fields.add(field)
    return field
  }
  const exact = header.map((text) => take(FIELD_BY_NAME.get(plain(text))))
  return header.map((text, index) => exact[index] ?? take(fieldByAlias(text)) ?? KEEP)
}

/** The problem with the choices for a header row, as a sentence; null if they are valid. */
export function refuseChoices(header: string[], choices: readonly ColumnChoice[]): string | null {
  if (choices.length !== header.length) return 'The chosen columns do not match the columns of the file'
  const twice = choices.find((choice, index) => isField(choice) && choices.indexOf(choice) !== index)
  if (twice) return `Two columns are mapped to ${IMPORT_COLUMNS[twice as ImportColumn]}. Choose one.`
  return choices.includes('email') ? null : 'Choose the column with the email address'
}

/** Maps each column to its target, as chosen or as guessed. Custom columns get snake_case names. */
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

/** The template variable for a header: "Größe (cm)" becomes `grosse_cm`. */
function variableName(header: string): string {
  const name = normalize(header, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 100)
  return /^\d/.test(name) ? `_${name}` : name
}

function unused(name: string, taken: Set<string>): string {
  for (let number = 2, candidate = name; ; number++) {
    if (!taken.has(candidate)) return candidate
    candidate = `${name}_${number}`
  }
}
