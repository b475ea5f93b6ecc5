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

/**
 * What other programs call the known columns in the files that they export, in English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish and Swedish: compared without case, accents, spaces and signs (see `plain`).
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
  linkedinUrl: `linkedin linkedinprofile linkedinprofileurl personlinkedinurl linkedinlink profillinkedin perfillinkedin perfildelinkedin
    profilolinkedin linkedinprofil linkedinprofiel`,
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

/** A header without case, accents and all that is no letter or digit: "E-Mail" and "email" are one, as "Prénom" and "prenom". */
const plain = (header: string) =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')

const FIELDS = Object.keys(IMPORT_COLUMNS) as ImportColumn[]
const KNOWN = new Map(FIELDS.map((field) => [plain(IMPORT_COLUMNS[field]), field]))
const KNOWN_ELSEWHERE = new Map(
  FIELDS.flatMap((field) => (ALIASES[field]?.split(/\s+/) ?? []).map((alias) => [alias, field] as const)),
)

/**
 * The field that a header names elsewhere. Of one in several parts ("Company / Account", "Vorname (First name)") every part has to
 * name the same field: "Email / Phone" holds two things.
 */
function knownElsewhere(header: string): ImportColumn | undefined {
  const fieldOf = (text: string) => KNOWN.get(text) ?? KNOWN_ELSEWHERE.get(text)
  const whole = fieldOf(plain(header))
  if (whole) return whole
  const parts = header.split(/[/|,;()[\]]/).map(plain)
  const [first, ...others] = parts.filter((part) => part !== '').map(fieldOf)
  return others.every((field) => field === first) ? first : undefined
}

/**
 * What the columns of a header row mean by their names: the known ones in whatever case, with spaces, underscores or without,
 * or as other programs and languages call them; each further one is kept.
 */
export function guessColumns(header: string[]): ColumnChoice[] {
  const fields = new Set<string>()
  const take = (field: ImportColumn | undefined) => {
    if (!field || fields.has(field)) return null
    fields.add(field)
    return field
  }
  const exact = header.map((text) => take(KNOWN.get(plain(text))))
  return header.map((text, index) => exact[index] ?? take(knownElsewhere(text)) ?? KEEP)
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
