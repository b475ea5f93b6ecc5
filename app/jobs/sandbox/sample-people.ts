/** The companies and contacts of the sample data. All are invented; all addresses are at example domains. */
import { normalize } from '~/normalize'

/** Name, city and country. */
export const COMPANIES = [
  ['Aldermoor Logistics', 'Rotterdam', 'Netherlands'],
  ['Brightwater Foods', 'Cork', 'Ireland'],
  ['Cedarline Freight', 'Hamburg', 'Germany'],
  ['Dovrefell Cargo', 'Oslo', 'Norway'],
  ['Estrela Distribution', 'Porto', 'Portugal'],
  ['Falkenhagen Parts', 'Leipzig', 'Germany'],
  ['Gullwing Couriers', 'Bristol', 'United Kingdom'],
  ['Hallermann Cold Storage', 'Linz', 'Austria'],
  ['Isola Verde Produce', 'Bologna', 'Italy'],
  ['Juniper Haulage', 'Leeds', 'United Kingdom'],
  ['Karelia Timber', 'Tampere', 'Finland'],
  ['Lindenhof Pharma Supply', 'Basel', 'Switzerland'],
  ['Marais Textiles', 'Lille', 'France'],
  ['Nordkai Shipping', 'Gdańsk', 'Poland'],
  ['Oxbow Building Supplies', 'Ghent', 'Belgium'],
  ['Pinecrest Outfitters', 'Denver', 'United States'],
  ['Quillon Software', 'Dublin', 'Ireland'],
  ['Rowanberry Apps', 'Edinburgh', 'United Kingdom'],
  ['Stellwerk Analytics', 'Berlin', 'Germany'],
  ['Tidepool Payments', 'Amsterdam', 'Netherlands'],
  ['Umbra Security', 'Tallinn', 'Estonia'],
  ['Vantage Orchard', 'Toronto', 'Canada'],
  ['Wrenfield Learning', 'Manchester', 'United Kingdom'],
  ['Xylo Audio', 'Barcelona', 'Spain'],
  ['Yarrow Health', 'Copenhagen', 'Denmark'],
  ['Zephyr Ticketing', 'Lyon', 'France'],
  ['Amberline Robotics', 'Eindhoven', 'Netherlands'],
  ['Basalt Instruments', 'Zürich', 'Switzerland'],
  ['Copperleaf Kitchens', 'Turin', 'Italy'],
  ['Driftwood Boats', 'Gothenburg', 'Sweden'],
  ['Emberly Ceramics', 'Valencia', 'Spain'],
  ['Fennel & Thyme', 'Austin', 'United States'],
  ['Granary Ovens', 'Brno', 'Czechia'],
  ['Hartigan Cycles', 'Galway', 'Ireland'],
] as const

/** First name, last name, title, and the beginning of the company's name. */
const OPERATIONS = [
  ['Amara', 'Okafor', 'Head of Operations', 'Aldermoor'],
  ['Joris', 'van Dijk', 'Fleet Manager', 'Aldermoor'],
  ['Siobhan', 'Kearney', 'Director of Operations', 'Brightwater'],
  ['Matthias', 'Vogel', 'Leiter Disposition', 'Cedarline'],
  ['Katrin', 'Behrens', 'Chief Operating Officer', 'Cedarline'],
  ['Ingrid', 'Solheim', 'VP Operations', 'Dovrefell'],
  ['Tiago', 'Marques', 'Operations Manager', 'Estrela'],
  ['Beatriz', 'Fonseca', 'Supply Chain Director', 'Estrela'],
  ['Uwe', 'Kretschmer', 'Head of Production Planning', 'Falkenhagen'],
  ['Gareth', 'Pritchard', 'Depot Manager', 'Gullwing'],
  ['Priya', 'Raman', 'Head of Operations', 'Gullwing'],
  ['Lukas', 'Steinbichler', 'Warehouse Director', 'Hallermann'],
  ['Chiara', 'Lombardi', 'Logistics Manager', 'Isola'],
  ['Davide', 'Ferrante', 'Operations Director', 'Isola'],
  ['Hannah', 'Whitlock', 'Transport Manager', 'Juniper'],
  ['Owen', 'Braithwaite', 'Managing Director', 'Juniper'],
  ['Aino', 'Lehtonen', 'Mill Operations Lead', 'Karelia'],
  ['Urs', 'Zimmermann', 'Head of Supply Chain', 'Lindenhof'],
  ['Camille', 'Delattre', 'Directrice des opérations', 'Marais'],
  ['Piotr', 'Zieliński', 'Terminal Manager', 'Nordkai'],
  ['Agnieszka', 'Wrona', 'Head of Scheduling', 'Nordkai'],
  ['Wout', 'Claes', 'Operations Manager', 'Oxbow'],
  ['Liesbeth', 'Maes', 'Planning Coordinator', 'Oxbow'],
  ['Marcus', 'Hollis', 'VP Fulfillment', 'Pinecrest'],
  ['Denise', 'Alvarado', 'Director of Distribution', 'Pinecrest'],
] as const
const MARKETING = [
  ['Niamh', 'Gallagher', 'Marketing Lead', 'Quillon'],
  ['Fergus', 'Dunne', 'Content Manager', 'Quillon'],
  ['Isla', 'Mackintosh', 'Head of Growth', 'Rowanberry'],
  ['Jonas', 'Reinhardt', 'Head of Marketing', 'Stellwerk'],
  ['Leyla', 'Demir', 'Product Marketing Manager', 'Stellwerk'],
  ['Sanne', 'de Boer', 'Marketing Director', 'Tidepool'],
  ['Ravi', 'Chandran', 'Performance Marketing Lead', 'Tidepool'],
  ['Kadri', 'Tamm', 'Chief Marketing Officer', 'Umbra'],
  ['Mei', 'Tanaka', 'VP Marketing', 'Vantage'],
  ['Étienne', 'Gagnon', 'Demand Generation Manager', 'Vantage'],
  ['Harriet', 'Ashworth', 'Brand Manager', 'Wrenfield'],
  ['Samuel', 'Oyelaran', 'Marketing Manager', 'Wrenfield'],
  ['Núria', 'Puig', 'Campaign Lead', 'Xylo'],
  ['Álvaro', 'Serrano', 'Head of Communications', 'Xylo'],
  ['Freja', 'Mikkelsen', 'Marketing Lead', 'Yarrow'],
  ['Anders', 'Holm', 'Lifecycle Marketing Manager', 'Yarrow'],
  ['Maëlle', 'Rousseau', 'Responsable marketing', 'Zephyr'],
  ['Bastien', 'Moulin', 'Event Marketing Manager', 'Zephyr'],
  ['Tomasz', 'Krol', 'Growth Marketer', 'Umbra'],
  ['Orla', 'Fitzpatrick', 'Field Marketing Manager', 'Quillon'],
] as const
const FOUNDERS = [
  ['Femke', 'Visser', 'Founder & CEO', 'Amberline'],
  ['Ruben', 'Haddad', 'Co-founder & CTO', 'Amberline'],
  ['Reto', 'Aebischer', 'Founder', 'Basalt'],
  ['Giulia', 'Conti', 'Founder & Managing Director', 'Copperleaf'],
  ['Elin', 'Sjöberg', 'Co-founder', 'Driftwood'],
  ['Oskar', 'Nyström', 'Co-founder', 'Driftwood'],
  ['Inés', 'Carrasco', 'Founder', 'Emberly'],
  ['Caleb', 'Whitaker', 'Owner', 'Fennel'],
  ['Rosalind', 'Nguyen', 'Chief Executive', 'Fennel'],
  ['Tereza', 'Dvořáková', 'Founder & CEO', 'Granary'],
  ['Marek', 'Havel', 'Co-founder', 'Granary'],
  ['Cormac', 'Hartigan', 'Owner', 'Hartigan'],
  ['Aoife', 'Brennan', 'Managing Partner', 'Hartigan'],
  ['Silvan', 'Keller', 'Co-founder', 'Basalt'],
  ['Paolo', 'Marchetti', 'Founding Partner', 'Copperleaf'],
] as const

/** The email lists of the sample data with their contacts. */
export const SAMPLE_LISTS = [
  {
    name: 'Heads of operations',
    industry: 'Logistics',
    jobTitle: 'Head of Operations',
    location: 'Europe and the United States',
    description: 'Carriers, depots and warehouses that plan drivers and shifts by the week.',
    people: OPERATIONS,
  },
  {
    name: 'Marketing leads',
    industry: 'Software',
    jobTitle: 'Marketing Lead',
    location: 'Europe and Canada',
    description: 'Software companies with a small marketing team and several launches a quarter.',
    people: MARKETING,
  },
  {
    name: 'Founders',
    industry: 'Manufacturing',
    jobTitle: 'Founder',
    location: 'Europe and the United States',
    description: 'Small manufacturers. Not in a sequence yet.',
    people: FOUNDERS,
  },
  {
    name: 'In conversation',
    industry: 'Mixed',
    jobTitle: 'Mixed',
    location: 'Anywhere',
    description: 'The sequences add contacts who reply.',
    people: [],
  },
]

/** Letters and digits that an address can have, in lower case. */
const plain = (text: string) =>
  normalize(text.replaceAll('ł', 'l'), 'NFD')
    .replace(/[^a-z0-9.]/gi, '')
    .toLowerCase()

/** 60 contacts, always the same ones in the same order. */
export function samplePeople() {
  return SAMPLE_LISTS.flatMap(({ name: list, people }) =>
    people.map(([firstName, lastName, title, begins]) => {
      const [organizationName, city, country] = COMPANIES.find(([name]) => name.startsWith(begins))!
      const email = `${plain(`${firstName}.${lastName}`)}@${plain(organizationName)}.example`
      return { email, firstName, lastName, title, organizationName, city, country, list }
    }),
  )
}
