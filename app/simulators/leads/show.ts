import type { Company, SimulatedPerson } from './world'

/** The placeholder of a locked address, the same for everyone. */
const LOCKED_EMAIL = 'email_not_unlocked@domain.com'
/** A fixed date in the past, so that responses are the same for every call. */
const REFRESHED = '2026-01-15T10:00:00.000+00:00'

/** A search result: it says which fields exist, but not their values. */
export const asSearchResult = ({
  id,
  firstName,
  lastName,
  title,
  email,
  place,
  company,
}: SimulatedPerson) => ({
  id,
  first_name: firstName,
  last_name_obfuscated: `${lastName.slice(0, 2)}***${lastName.slice(-1)}`,
  title,
  last_refreshed_at: REFRESHED,
  has_email: email !== null,
  has_city: true,
  has_state: place.state !== null,
  has_country: true,
  has_direct_phone: 'No',
  organization: {
    name: company.name,
    has_industry: true,
    has_phone: false,
    has_city: true,
    has_state: company.place.state !== null,
    has_country: true,
    has_zip_code: false,
    has_revenue: false,
    has_employee_count: true,
  },
})

/** A person after payment. */
export function asPaid(person: SimulatedPerson) {
  const { id, firstName, lastName, title, place, company } = person
  const slug = `${firstName}-${lastName}-${id.slice(-5)}`.toLowerCase()
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`,
    linkedin_url: `http://www.linkedin.example/in/${slug}`,
    title,
    email_status: person.email ? 'verified' : 'unavailable',
    photo_url: null,
    headline: title && `${title} at ${company.name}`,
    email: person.locked ? LOCKED_EMAIL : person.email,
    organization_id: company.id,
    employment_history: [
      { organization_name: company.name, title, start_date: '2022-03-01', end_date: null, current: true },
    ],
    state: place.state,
    city: place.city,
    country: place.country,
    revealed_for_current_team: true,
    organization: organization(company),
    departments: [],
    functions: [],
    seniority: 'manager',
  }
}

const organization = ({ id, name, domain, industry, keywords, employees, place }: Company) => ({
  id,
  name,
  website_url: `http://www.${domain}`,
  linkedin_url: null,
  logo_url: `https://logos.example/${domain}.png`,
  primary_domain: domain,
  industry: industry.name,
  industries: [industry.name],
  industry_tag_id: industry.id,
  industry_tag_hash: { [industry.name]: industry.id },
  keywords,
  estimated_num_employees: employees,
  city: place.city,
  state: place.state,
  country: place.country,
})
