import { INDUSTRIES } from './industries'
import type { LeadSuggestion, LeadSuggestionKind } from './types'

const lines = (text: string) => text.trim().split('\n')

/** Common titles, suggested if the vendor suggests nothing. */
const TITLES = lines(`
account executive
account manager
administrative assistant
art director
brand manager
business analyst
business development manager
business development representative
chief executive officer
chief financial officer
chief information officer
chief marketing officer
chief operating officer
chief people officer
chief product officer
chief revenue officer
chief technology officer
co-founder
communications manager
content manager
controller
creative director
customer success manager
data analyst
data engineer
data scientist
design director
devops engineer
director of engineering
director of finance
director of human resources
director of marketing
director of operations
director of product
director of sales
engineering manager
executive assistant
finance manager
founder
general manager
graphic designer
growth manager
head of customer success
head of engineering
head of finance
head of growth
head of human resources
head of marketing
head of operations
head of partnerships
head of people
head of product
head of sales
human resources manager
information technology manager
legal counsel
logistics manager
managing director
marketing coordinator
marketing director
marketing manager
office manager
operations director
operations manager
owner
partner
partnerships manager
president
procurement manager
product designer
product manager
product marketing manager
production manager
program manager
project manager
purchasing manager
quality manager
recruiter
research director
revenue operations manager
sales development representative
sales director
sales engineer
sales manager
sales operations manager
security engineer
senior software engineer
software engineer
solutions architect
supply chain manager
support manager
talent acquisition manager
technical director
vice president of engineering
vice president of finance
vice president of marketing
vice president of operations
vice president of product
vice president of sales
`)

/** Countries, US states and large cities, in the vendor's spelling. */
export const LOCATIONS = lines(`
Amsterdam, Netherlands
Argentina
Athens, Greece
Atlanta, Georgia, United States
Auckland, New Zealand
Austin, Texas, United States
Australia
Austria
Bangalore, India
Barcelona, Spain
Belgium
Berlin, Germany
Boston, Massachusetts, United States
Brazil
Brisbane, Australia
Brussels, Belgium
Budapest, Hungary
Buenos Aires, Argentina
California, United States
Canada
Chicago, Illinois, United States
Chile
Cologne, Germany
Colombia
Colorado, United States
Copenhagen, Denmark
Czechia
Dallas, Texas, United States
Denmark
Denver, Colorado, United States
Dubai, United Arab Emirates
Dublin, Ireland
Estonia
Finland
Florida, United States
France
Frankfurt, Germany
Geneva, Switzerland
Georgia, United States
Germany
Greece
Hamburg, Germany
Hanoi, Vietnam
Helsinki, Finland
Ho Chi Minh City, Vietnam
Hong Kong
Houston, Texas, United States
Hungary
Illinois, United States
India
Indonesia
Ireland
Israel
Italy
Jakarta, Indonesia
Japan
Kenya
Lagos, Nigeria
Lisbon, Portugal
London, United Kingdom
Los Angeles, California, United States
Lyon, France
Madrid, Spain
Malaysia
Manchester, United Kingdom
Massachusetts, United States
Melbourne, Australia
Mexico
Mexico City, Mexico
Miami, Florida, United States
Milan, Italy
Montreal, Canada
Mumbai, India
Munich, Germany
Nairobi, Kenya
Netherlands
New York, New York, United States
New York, United States
New Zealand
Nigeria
North Carolina, United States
Norway
Oslo, Norway
Paris, France
Pennsylvania, United States
Philadelphia, Pennsylvania, United States
Philippines
Poland
Portugal
Prague, Czechia
Rome, Italy
San Francisco, California, United States
Santiago, Chile
Seattle, Washington, United States
Singapore
South Africa
South Korea
Spain
Stockholm, Sweden
Sweden
Switzerland
Sydney, Australia
Tallinn, Estonia
Tel Aviv, Israel
Texas, United States
Tokyo, Japan
Toronto, Canada
United Arab Emirates
United Kingdom
United States
Vancouver, Canada
Vienna, Austria
Vietnam
Warsaw, Poland
Washington, United States
Zurich, Switzerland
`)

const MAX_SUGGESTIONS = 10

/** Matches from our own lists: first names that start with the query, then names with a word that does, then the rest. */
export function suggestLocally(kind: LeadSuggestionKind, query: string): LeadSuggestion[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return []
  const choices: LeadSuggestion[] =
    kind === 'industry'
      ? INDUSTRIES
      : (kind === 'location' ? LOCATIONS : TITLES).map((name) => ({ name, id: null }))
  const rank = (name: string) => {
    const at = name.toLowerCase().indexOf(wanted)
    return at < 0 ? 3 : at === 0 ? 0 : /[\s,/&-]/.test(name[at - 1]!) ? 1 : 2
  }
  return choices
    .map((choice) => ({ choice, rank: rank(choice.name) }))
    .filter((match) => match.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map((match) => match.choice)
}
