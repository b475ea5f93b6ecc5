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

/**
 * Names of the known columns in the exports of other programs, in English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish and Swedish. Compared without case, accents, spaces and punctuation (see `normalize`).
 */
export const ALIASES: Partial<Record<ImportColumn, string>> = {
  email: `emailaddress mail mailaddress workemail businessemail primaryemail companyemail contactemail leademail emailid
    emailadresse mailadresse emailgeschaftlich
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
