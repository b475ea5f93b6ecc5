/** How templates name a field. */
export interface VariableWords {
  name: string
  /** What it is, for a list of variables. */
  what: string
  /** Its lack in a sentence: contacts without … */
  lack: string
  /** The value in previews. */
  sample: string
  /** The place in lists of variables. Those without one come last. */
  order?: number
}

/** A field of a contact that people fill in: a text. Only what differs from field to field is here. */
interface ContactField {
  /** In forms. */
  label: string
  /** The header of its column in a file, if it is not the label. */
  column?: string
  /** Left out of the import template, whose columns the specification fixes. */
  isExtra?: true
  /**
   * Names of the column in the exports of other programs, in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and
   * Swedish. Compared without case, accents, spaces and punctuation (see `toPlainKey`).
   */
  aliases?: string
  /** The maximum number of characters. */
  max: number
  /** In forms, below "More fields". */
  isMore?: true
  /** In forms, beside the field before it. */
  isBeside?: true
  /** Attributes of its control in forms. */
  control?: {
    hint?: string
    placeholder?: string
    type?: 'email'
    inputMode?: 'url'
    required?: true
    autoComplete?: 'off'
  }
  /** On the contact's screen. Those without an order come last. */
  fact?: { label: string; order?: number; isLink?: true }
  variable?: VariableWords
  /** The value in the documentation of the API. */
  example: string
}

/**
 * The fields of a contact, in the order of forms and files. A field has the name of its column in `drizzle/schema/contacts.ts`, and everything
 * else that knows the fields is made from this list: forms, imports, leads, the API and its description, templates, and the contact's
 * screen. The triggers of the table need no list (decision 94).
 */
const fields = {
  email: {
    label: 'Email',
    aliases: `emailaddress mail mailaddress workemail businessemail primaryemail professionalemail companyemail contactemail leademail emailid
      emailadresse mailadresse emailgeschaftlich
      geschaftlicheemail adresseemail adressemail adresseelectronique courriel email1 email1value emailwork correo correoelectronico
      direcciondecorreo direccionemail indirizzoemail postaelettronica enderecodeemail enderecoemail correioeletronico emailadres mailadres
      zakelijkeemail adresemail adresmailowy epost epostadress`,
    max: 254,
    control: { type: 'email', required: true, autoComplete: 'off' },
    fact: { label: 'Email', order: 1 },
    variable: {
      name: 'email',
      what: 'email address',
      lack: 'an email address',
      order: 12,
      sample: 'jane.doe@example.com',
    },
    example: 'ann@acme.example',
  },
  firstName: {
    label: 'First Name',
    aliases: `givenname forename contactfirstname vorname rufname prenom nombre nombredepila primernombre nome nomeproprio primeironome
      voornaam imie fornamn`,
    max: 200,
    fact: { label: 'First name', order: 2 },
    variable: { name: 'first_name', what: 'first name', lack: 'a first name', order: 1, sample: 'Jane' },
    example: 'Ann',
  },
  lastName: {
    label: 'Last Name',
    aliases: `surname familyname contactlastname nachname familienname zuname nom nomdefamille apellido apellidos primerapellido cognome
      sobrenome apelido ultimonome achternaam familienaam nazwisko efternamn`,
    max: 200,
    isBeside: true,
    fact: { label: 'Last name', order: 3 },
    variable: { name: 'last_name', what: 'last name', lack: 'a last name', order: 2, sample: 'Doe' },
    example: 'Lee',
  },
  name: {
    label: 'Display Name',
    column: 'Name',
    aliases: `fullname displayname contactname contactperson vollername vollstandigername ansprechpartner kontaktperson
      nomcomplet nometprenom prenometnom nombrecompleto nombreyapellidos nomecompleto nomeecognome nomeesobrenome volledigenaam naam
      contactpersoon imieinazwisko namn fullstandigtnamn kontaktnamn`,
    max: 400,
    control: { hint: 'If empty, it is made from the first and last name, otherwise the email.' },
    variable: { name: 'name', what: 'full name', lack: 'a name', order: 3, sample: 'Jane Doe' },
    example: 'Ann Lee',
  },
  title: {
    label: 'Title',
    aliases: `jobtitle jobtitel organizationtitle organization1title position jobposition role jobrole designation jobbezeichnung berufsbezeichnung funktion stelle stellenbezeichnung
      positiontitel rolle beruf poste fonction intitulduposte intituleduposte titreduposte cargo puesto puestodetrabajo posizione ruolo
      qualifica mansione funcao functie functietitel beroep stanowisko befattning roll`,
    max: 200,
    fact: { label: 'Title', order: 4 },
    variable: {
      name: 'title',
      what: 'job title',
      lack: 'a job title',
      order: 5,
      sample: 'Head of Marketing',
    },
    example: 'CTO',
  },
  organizationName: {
    label: 'Organization',
    aliases: `company companyname companyaccount accountcompany accountname organisation organizationname organisationname employer
      organization1name currentcompany businessname firma firmenname unternehmen unternehmensname betrieb arbeitgeber gesellschaft entreprise
      nomdelentreprise societe raisonsociale employeur empresa nombredelaempresa nombreempresa compania organizacion razonsocial azienda
      nomeazienda societa ragionesociale organizzazione datoredilavoro nomedaempresa organizacao companhia bedrijf bedrijfsnaam
      organisatie werkgever nazwafirmy przedsiebiorstwo organizacja foretag foretagsnamn`,
    max: 200,
    isBeside: true,
    fact: { label: 'Organization', order: 5 },
    variable: {
      name: 'company_name',
      what: 'company',
      lack: 'a company name',
      order: 4,
      sample: 'Example Company',
    },
    example: 'Acme',
  },
  city: {
    label: 'City',
    aliases: `town stadt ort wohnort ville ciudad citta cidade localidade stad plaats woonplaats miasto miejscowosc personcity contactcity mailingcity
      businesscity address1city ortgeschaftlich`,
    max: 200,
    isMore: true,
    variable: { name: 'city', what: 'city', lack: 'a city', order: 6, sample: 'Austin' },
    example: 'Berlin',
  },
  state: {
    label: 'State',
    aliases: `region province stateprovince stateregion bundesland provinz etat estado provincia regione regiao provincie wojewodztwo personstate
      contactstate mailingstate mailingstateprovince businessstate address1region bundeslandkantongeschaftlich`,
    max: 200,
    isMore: true,
    isBeside: true,
    variable: { name: 'state', what: 'state', lack: 'a state', order: 7, sample: 'Texas' },
    example: 'Berlin',
  },
  country: {
    label: 'Country',
    aliases: `countryregion land landregion staat pays pais paese nazione kraj personcountry contactcountry mailingcountry businesscountry
      businesscountryregion address1country landregiongeschaftlich`,
    max: 200,
    isMore: true,
    isBeside: true,
    variable: { name: 'country', what: 'country', lack: 'a country', order: 8, sample: 'United States' },
    example: 'Germany',
  },
  timezone: {
    label: 'Time zone',
    column: 'Time Zone',
    isExtra: true,
    aliases: 'tz zeitzone fuseauhoraire zonahoraria fusoorario fusohorario tijdzone strefaczasowa tidszon',
    max: 100,
    isMore: true,
    control: {
      placeholder: 'Europe/Berlin',
      hint: "For sequences that send in the contact's time zone. If empty, the country and state decide.",
    },
    fact: { label: 'Time zone', order: 8 },
    variable: {
      name: 'time_zone',
      what: 'time zone',
      lack: 'a time zone',
      order: 13,
      sample: 'America/Chicago',
    },
    example: 'Europe/Berlin',
  },
  linkedinUrl: {
    label: 'LinkedIn URL',
    aliases: `linkedin linkedinprofile linkedinprofileurl linkedincontactprofileurl personlinkedinurl linkedinlink profillinkedin perfillinkedin perfildelinkedin
      profilolinkedin linkedinprofil linkedinprofiel`,
    max: 500,
    isMore: true,
    control: { inputMode: 'url' },
    fact: { label: 'LinkedIn', order: 10, isLink: true },
    variable: {
      name: 'linkedin_url',
      what: 'LinkedIn link',
      lack: 'a LinkedIn link',
      order: 10,
      sample: 'https://www.linkedin.com/in/jane-doe',
    },
    example: 'https://www.linkedin.com/in/ann-lee',
  },
  headline: {
    label: 'Headline',
    max: 500,
    isMore: true,
    fact: { label: 'Headline', order: 9 },
    variable: {
      name: 'headline',
      what: 'headline',
      lack: 'a headline',
      order: 9,
      sample: 'Head of Marketing at Example Company',
    },
    example: 'CTO at Acme',
  },
  apolloId: {
    label: 'Apollo ID',
    max: 100,
    isMore: true,
    fact: { label: 'Apollo ID', order: 11 },
    example: '5f5e2a1b9c8d7e6f5a4b3c2d',
  },
} satisfies Record<string, ContactField>

export type FieldName = keyof typeof fields
export const CONTACT_FIELDS: Record<FieldName, ContactField> = fields
export const FIELD_NAMES = Object.keys(fields) as FieldName[]

/** The fields that templates know. */
export type VariableField = {
  [Name in FieldName]: (typeof fields)[Name] extends { variable: VariableWords } ? Name : never
}[FieldName]

/** The fields that may be left empty. */
export type OptionalField = Exclude<FieldName, 'email'>
export const OPTIONAL_FIELDS = FIELD_NAMES.filter((name) => name !== 'email')

/** The fields that a contact may not have: an empty name is made from the others. */
export type NullableField = Exclude<OptionalField, 'name'>
export const NULLABLE_FIELDS = OPTIONAL_FIELDS.filter((name) => name !== 'name')

/** An object with a value for each of these fields, in their order. */
export const byField = <Name extends FieldName, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

/** The labels of the fields in forms. */
export const FIELD_LABELS = byField(FIELD_NAMES, (name) => CONTACT_FIELDS[name].label)

const LAST = 1000
/** Sorts by `order`; those without one come last. */
export const inOrder = <One extends { order?: number }>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (a.order ?? LAST) - (b.order ?? LAST))
