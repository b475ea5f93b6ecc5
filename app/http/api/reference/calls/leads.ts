import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

export const LEAD_CALLS: CallRows = {
  'POST /api/apollo/search': {
    id: 'suggestLeadFilters',
    body: { query: 'sales', filterType: 'person_title' },
  },
  'POST /api/apollo/leads-search': {
    id: 'searchLeads',
    text: 'Email addresses that are not revealed yet read `email_not_unlocked`.',
    body: { personTitles: ['CTO'], locations: ['Berlin'], page: 1 },
  },
  'POST /api/apollo/reveal-email': {
    id: 'revealLeadEmail',
    text: 'With `dryRun`, it returns what it would cost and does nothing else.',
    body: { personId: EXAMPLE.leadId },
  },
  'POST /api/apollo/add-to-persona': {
    id: 'addLeadsToEmailList',
    text: 'With `dryRun`, it returns what it would cost and does nothing else.',
    body: { personaId: ID.persona, leads: [{ apolloId: EXAMPLE.leadId, firstName: 'Ann', lastName: 'Lee' }] },
  },
  'POST /api/apollo/add-all-to-persona': {
    id: 'addAllLeadsToEmailList',
    text: 'Needs a filter or `maximum`. With `dryRun`, it returns what it would cost and does nothing else. DELETE /api/jobs/{jobId} stops it.',
    body: { personaId: ID.persona, personTitles: ['Chief Gardener'], locations: ['Berlin'] },
  },
  'PUT /api/integrations/apollo': { id: 'saveLeadKey', body: { apiKey: EXAMPLE.leadKey } },
  'PATCH /api/integrations/apollo/toggle': { id: 'switchLeadKey', body: { enabled: true } },
}
