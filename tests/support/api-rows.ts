import { routeTable } from './route-table'

type Ids = Record<string, string>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface ApiRow {
  /** The object that `:id` and other parameters name, as in `ids`. */
  params?: Record<string, string>
  /** The methods it takes, each with a body that would do. */
  methods: Partial<Record<Method, (ids: Ids) => unknown>>
  /** Bodies with foreign ids: 404 for the other user even on their own path. */
  foreign?: { method: Method; path: (own: Ids, ids: Ids) => string; body: (ids: Ids) => unknown }[]
  signedOut?: boolean
  /** About the account itself: API keys do not work here. */
  accountOnly?: boolean
  /** Every API key works here, also one that is limited. */
  everyKey?: boolean
}

const none = () => undefined

/** How every call is used; a route without a row here fails tests/api/http/access.test.ts. */
export const API_ROWS: Record<string, ApiRow> = {
  '/api/auth/me': { methods: { GET: none }, accountOnly: true },
  '/api/me': { methods: { GET: none }, everyKey: true },
  '/api/auth/login': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/register': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/logout': { methods: { POST: none }, accountOnly: true },
  '/api/auth/forgot-password': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/reset-password': { methods: { POST: () => ({}) }, signedOut: true },
  '/api/auth/change-password': { methods: { POST: () => ({}) }, accountOnly: true },
  '/api/auth/google': { methods: { GET: none }, accountOnly: true },
  '/api/keys': {
    methods: { GET: none, POST: () => ({ name: 'K', scope: 'read' }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/keys',
        body: (ids) => ({ name: 'K', scope: 'read', sequenceIds: [ids.sequence] }),
      },
      {
        method: 'POST',
        path: () => '/api/keys',
        body: (ids) => ({ name: 'K', scope: 'read', personaIds: [ids.persona] }),
      },
    ],
    accountOnly: true,
  },
  '/api/keys/:id': { params: { id: 'key' }, methods: { DELETE: none }, accountOnly: true },
  '/api/webhooks': {
    methods: { GET: none, POST: () => ({ url: 'http://127.0.0.1:9/hooks', events: ['mailbox.expired'] }) },
  },
  '/api/webhooks/:id': {
    params: { id: 'webhook' },
    methods: { GET: none, PATCH: () => ({ events: ['mailbox.paused'] }), DELETE: none },
  },
  '/api/webhooks/:id/test': { params: { id: 'webhook' }, methods: { POST: none } },
  '/api/webhooks/:id/deliveries': { params: { id: 'webhook' }, methods: { GET: none } },
  '/api/webhooks/:id/deliveries/:deliveryId/resend': {
    params: { id: 'webhook', deliveryId: 'delivery' },
    methods: { POST: none },
    foreign: [
      {
        method: 'POST',
        path: (own, ids) => `/api/webhooks/${own.webhook}/deliveries/${ids.delivery}/resend`,
        body: none,
      },
    ],
  },
  '/api/apollo/search': { methods: { POST: () => ({ query: 'sales', filterType: 'person_title' }) } },
  '/api/apollo/leads-search': { methods: { POST: () => ({ personTitles: ['owner'] }) } },
  '/api/apollo/reveal-email': { methods: { POST: () => ({ personId: 'nobody' }) } },
  '/api/apollo/add-to-persona': {
    methods: { POST: (ids) => ({ personaId: ids.persona, leads: [{ email: 'x@people.example' }] }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/apollo/add-to-persona',
        body: (ids) => ({ personaId: ids.persona, leads: [{ email: 'x@people.example' }] }),
      },
    ],
  },
  '/api/apollo/add-all-to-persona': {
    methods: { POST: (ids) => ({ personaId: ids.persona, personTitles: ['nobody at all'] }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/apollo/add-all-to-persona',
        body: (ids) => ({ personaId: ids.persona, personTitles: ['owner'] }),
      },
    ],
  },
  '/api/integrations/apollo': { methods: { PUT: () => ({ apiKey: 'sandbox-other' }) } },
  '/api/integrations/apollo/toggle': { methods: { PATCH: () => ({ enabled: false }) } },
  '/api/integrations/google': { methods: { GET: none, DELETE: none } },
  '/api/notifications': { methods: { GET: none } },
  '/api/notifications/count': { methods: { GET: none } },
  '/api/notifications/read': { methods: { PATCH: none } },
  '/api/notifications/:id': { params: { id: 'notification' }, methods: { DELETE: none } },
  '/api/notifications/:id/read': { params: { id: 'notification' }, methods: { PATCH: none } },
  '/api/sequences': {
    methods: { GET: none, POST: () => ({ name: 'Another' }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/sequences',
        body: (ids) => ({ name: 'X', senderAccountId: ids.mailbox }),
      },
      {
        method: 'POST',
        path: () => '/api/sequences',
        body: (ids) => ({ name: 'X', mailboxIds: [ids.mailbox] }),
      },
      {
        method: 'POST',
        path: () => '/api/sequences',
        body: (ids) => ({ name: 'X', personaId: ids.persona }),
      },
    ],
  },
  '/api/sequences/:id': {
    params: { id: 'sequence' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
    foreign: [
      {
        method: 'PATCH',
        path: (own) => `/api/sequences/${own.sequence}`,
        body: (ids) => ({ senderAccountId: ids.mailbox }),
      },
      {
        method: 'PATCH',
        path: (own) => `/api/sequences/${own.sequence}`,
        body: (ids) => ({ mailboxIds: [ids.mailbox] }),
      },
    ],
  },
  '/api/sequences/:id/clone': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/activate': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/pause': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/launch': { params: { id: 'sequence' }, methods: { POST: none } },
  '/api/sequences/:id/analytics': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/analytics/daily': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/versions': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/forecast': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/contacts/:contactId': {
    params: { id: 'sequence', contactId: 'contact' },
    methods: { GET: none, PATCH: () => ({ action: 'pause' }), DELETE: none },
    foreign: [
      {
        method: 'PATCH',
        path: (own, ids) => `/api/sequences/${own.sequence}/contacts/${ids.contact}`,
        body: () => ({ action: 'stop' }),
      },
    ],
  },
  '/api/sequences/:id/contacts': {
    params: { id: 'sequence' },
    methods: { GET: none, POST: (ids) => ({ contactIds: [ids.contact] }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/contacts`,
        body: (ids) => ({ contactIds: [ids.contact] }),
      },
    ],
  },
  '/api/sequences/:id/contacts/resume': {
    params: { id: 'sequence' },
    methods: { POST: (ids) => ({ contactIds: [ids.contact] }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/contacts/resume`,
        body: (ids) => ({ contactIds: [ids.contact] }),
      },
    ],
  },
  '/api/sequences/:id/email-lists': { params: { id: 'sequence' }, methods: { GET: none } },
  '/api/sequences/:id/email-lists/:personaId': {
    params: { id: 'sequence', personaId: 'persona' },
    methods: { DELETE: none },
  },
  '/api/sequences/:id/add-email-list': {
    params: { id: 'sequence' },
    methods: { POST: (ids) => ({ personaId: ids.persona }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/add-email-list`,
        body: (ids) => ({ personaId: ids.persona }),
      },
    ],
  },
  '/api/sequences/:id/steps': {
    params: { id: 'sequence' },
    methods: { GET: none, POST: (ids) => ({ templateId: ids.template, delayDays: 1 }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/steps`,
        body: (ids) => ({ templateId: ids.template, delayDays: 1 }),
      },
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/steps`,
        body: (ids) => ({ stepType: 'add_to_persona', personaId: ids.persona }),
      },
      {
        method: 'POST',
        path: (own) => `/api/sequences/${own.sequence}/steps`,
        body: (ids) => ({ variants: [{ templateId: ids.template }], delayDays: 1 }),
      },
    ],
  },
  '/api/steps/:id': {
    params: { id: 'step' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
    foreign: [
      ...['notOpenedStepId', 'openedNoReplyStepId', 'repliedStepId', 'nextActionStepId'].map((field) => ({
        method: 'PATCH' as const,
        path: (own: Ids) => `/api/steps/${own.step}`,
        body: (ids: Ids) => ({ [field]: ids.step }),
      })),
      {
        method: 'PATCH',
        path: (own) => `/api/steps/${own.step}`,
        body: (ids) => ({ variants: [{ templateId: ids.template }] }),
      },
    ],
  },
  '/api/templates': { methods: { GET: none, POST: () => ({ name: 'T', subject: 'S', htmlBody: 'B' }) } },
  '/api/templates/preview': { methods: { POST: () => ({ subject: 'S', htmlBody: 'B' }) } },
  '/api/templates/ai-generate': { methods: { POST: () => ({ subject: 'S', outline: 'O' }) } },
  '/api/templates/:id': {
    params: { id: 'template' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed' }), DELETE: none },
  },
  '/api/templates/:id/send-test': {
    params: { id: 'template' },
    methods: { POST: () => ({ email: 'somebody@people.example' }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/templates/${own.template}/send-test`,
        body: (ids) => ({ email: 'somebody@people.example', senderAccountId: ids.mailbox }),
      },
    ],
  },
  '/api/senders': { methods: { GET: none } },
  '/api/queue/status': { methods: { GET: none } },
  '/api/personas': {
    methods: { GET: none, POST: () => ({ name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }) },
  },
  '/api/personas/:id': {
    params: { id: 'persona' },
    methods: { GET: none, PUT: () => ({ name: 'X' }), PATCH: () => ({ name: 'X' }), DELETE: none },
  },
  '/api/personas/:id/contacts': {
    params: { id: 'persona' },
    methods: { GET: none, POST: (ids) => ({ contactId: ids.contact }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/personas/${own.persona}/contacts`,
        body: (ids) => ({ contactId: ids.contact }),
      },
    ],
  },
  '/api/personas/:id/contacts/:contactId': {
    params: { id: 'persona', contactId: 'contact' },
    methods: { DELETE: none },
  },
  '/api/personas/:id/sequences': { params: { id: 'persona' }, methods: { GET: none } },
  '/api/personas/:id/search-apollo': { params: { id: 'persona' }, methods: { POST: () => ({ page: 1 }) } },
  '/api/personas/:id/move-contacts': {
    params: { id: 'persona' },
    methods: { POST: (ids) => ({ contactIds: [ids.contact], sourcePersonaId: crypto.randomUUID() }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/personas/${own.persona}/move-contacts`,
        body: (ids) => ({ contactIds: [ids.contact], sourcePersonaId: ids.persona }),
      },
    ],
  },
  '/api/contacts': {
    methods: { GET: none, POST: () => ({ email: `${crypto.randomUUID()}@people.example` }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/contacts',
        body: (ids) => ({ email: 'foreign@people.example', personaId: ids.persona }),
      },
    ],
  },
  '/api/contacts/import': { methods: { POST: none } },
  '/api/contacts/:id': {
    params: { id: 'contact' },
    methods: { GET: none, PATCH: () => ({ firstName: 'X' }), DELETE: none },
  },
  '/api/contacts/bulk': {
    methods: { POST: (ids) => ({ contactIds: [ids.contact], action: 'tag', tags: [crypto.randomUUID()] }) },
  },
  '/api/contacts/upsert': {
    methods: {
      POST: () => ({ mode: 'fill', contacts: [{ email: `${crypto.randomUUID()}@people.example` }] }),
    },
  },
  '/api/contacts/:id/holds': { params: { id: 'contact' }, methods: { GET: none } },
  '/api/contacts/:id/holds/:reason': {
    params: { id: 'contact', reason: 'hold' },
    methods: { POST: () => ({ choice: 'continue' }) },
  },
  '/api/contact-fields': {
    methods: { GET: none, POST: () => ({ name: crypto.randomUUID(), type: 'text' }) },
  },
  '/api/contact-fields/:id': {
    params: { id: 'field' },
    methods: { PATCH: () => ({ name: 'X' }), DELETE: none },
  },
  '/api/contact-views': { methods: { GET: none, POST: () => ({ name: crypto.randomUUID() }) } },
  '/api/contact-views/:id': {
    params: { id: 'view' },
    methods: { PATCH: () => ({ name: crypto.randomUUID() }), DELETE: none },
  },
  '/api/companies': { methods: { GET: none } },
  '/api/companies/:domain': { params: { domain: 'domain' }, methods: { GET: none } },
  '/api/tasks': {
    methods: { GET: none, POST: (ids) => ({ contactId: ids.contact, title: 'T', dueOn: '2026-12-18' }) },
  },
  '/api/tasks/:id': { params: { id: 'task' }, methods: { PATCH: () => ({ title: 'X' }), DELETE: none } },
  '/api/do-not-contact': {
    methods: { GET: none, POST: () => ({ value: `${crypto.randomUUID()}@people.example` }) },
  },
  '/api/do-not-contact/:id': { params: { id: 'stop' }, methods: { DELETE: none } },
  '/api/jobs/:jobId': { params: { jobId: 'job' }, methods: { GET: none, DELETE: none } },
  '/api/mail-accounts': { methods: { GET: none, POST: () => ({ email: 'no address' }) } },
  '/api/mail-accounts/:id': {
    params: { id: 'mailbox' },
    methods: { PATCH: () => ({ displayName: 'Changed' }), DELETE: none },
  },
  '/api/gmail/accounts': { methods: { GET: none } },
  '/api/gmail/accounts/:id': { params: { id: 'mailbox' }, methods: { DELETE: none } },
  '/api/gmail/accounts/:id/refresh-aliases': { params: { id: 'mailbox' }, methods: { POST: none } },
  '/api/gmail/quota': { methods: { GET: none } },
  '/api/gmail/connect': { methods: { GET: none }, accountOnly: true },
  '/api/microsoft/connect': { methods: { GET: none }, accountOnly: true },
  '/api/gmail/set-default': {
    methods: { POST: (ids) => ({ accountId: ids.mailbox }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/gmail/set-default',
        body: (ids) => ({ accountId: ids.mailbox }),
      },
    ],
  },
  '/api/conversations': {
    methods: { GET: none },
    foreign: ['sequenceId=sequence', 'mailboxId=mailbox'].map((filter) => {
      const [name, id] = filter.split('=') as [string, string]
      return {
        method: 'GET' as const,
        path: (_: unknown, ids: Record<string, string>) => `/api/conversations?${name}=${ids[id]}`,
        body: none,
      }
    }),
  },
  '/api/conversations/bulk': {
    methods: { POST: (ids) => ({ ids: [ids.conversation], unread: true }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/conversations/bulk',
        body: (ids) => ({ ids: [ids.conversation], unread: true }),
      },
    ],
  },
  '/api/conversations/:id': {
    params: { id: 'conversation' },
    methods: { GET: none, PATCH: () => ({ unread: true }) },
  },
  '/api/conversations/:id/draft': {
    params: { id: 'conversation' },
    methods: { GET: none, PUT: () => ({ text: 'Hi' }) },
  },
  '/api/conversations/:id/reply': {
    params: { id: 'conversation' },
    methods: { POST: () => ({ text: 'Hi' }) },
  },
  '/api/conversations/:id/messages/:messageId/kind': {
    params: { id: 'conversation', messageId: 'message' },
    methods: { POST: () => ({ kind: 'auto_reply' }) },
  },
  '/api/conversations/:id/messages/:messageId/opt-out': {
    params: { id: 'conversation', messageId: 'asked' },
    methods: { POST: () => ({ decision: 'keep' }) },
  },
  '/api/conversations/:id/related/:relatedId': {
    params: { id: 'conversation', relatedId: 'otherRelated' },
    methods: { DELETE: none },
  },
  '/api/conversations/:id/related/:relatedId/attach': {
    params: { id: 'conversation', relatedId: 'related' },
    methods: { POST: none },
  },
  '/api/labels': { methods: { GET: none } },
  '/api/saved-replies': { methods: { GET: none } },
  '/api/email-sends/:id': { params: { id: 'log' }, methods: { GET: none } },
  '/api/email-sends': {
    methods: { GET: none },
    foreign: [{ method: 'GET', path: (_, ids) => `/api/email-sends?sequenceId=${ids.sequence}`, body: none }],
  },
  '/api/email-sends/export': {
    methods: { POST: () => ({ status: 'Open' }) },
    foreign: [
      {
        method: 'POST',
        path: () => '/api/email-sends/export',
        body: (ids) => ({ sequenceId: ids.sequence }),
      },
    ],
  },
  '/api/email-sends/uncertain': { methods: { GET: none } },
  '/api/email-sends/:id/resend': { params: { id: 'uncertain' }, methods: { POST: none } },
  '/api/email-sends/:id/count-as-sent': { params: { id: 'uncertain' }, methods: { POST: none } },
  '/api/workflows': { methods: { GET: none, POST: () => ({ name: 'W', criteria: {} }) } },
  '/api/workflows/:id': {
    params: { id: 'workflow' },
    methods: { GET: none, PATCH: () => ({ name: 'Changed', status: 'active' }), DELETE: none },
  },
  '/api/workflows/:id/estimate': { params: { id: 'workflow' }, methods: { GET: none } },
  '/api/workflows/:id/steps': {
    params: { id: 'workflow' },
    methods: { GET: none, POST: (ids) => ({ emailListIds: [ids.persona] }) },
    foreign: [
      {
        method: 'POST',
        path: (own) => `/api/workflows/${own.workflow}/steps`,
        body: (ids) => ({ emailListIds: [ids.persona] }),
      },
    ],
  },
  '/api/workflows/:id/steps/:stepId': {
    params: { id: 'workflow', stepId: 'workflowStep' },
    methods: { DELETE: none },
  },
  '/api/settings/contacts': { methods: { GET: none, PUT: () => ({ maxContinuousNotOpens: 4 }) } },
}

/** Responses for browsers, or public ones: tested elsewhere. */
const OTHERWISE = new Set([
  '/api/gmail/callback',
  '/api/microsoft/callback',
  '/api/auth/google/callback',
  '/api/openapi.json',
  '/api/*',
])

/** The pages of the reference are no calls. */
export const isReference = (path: string) => /^\/api\/docs(\/|$)/.test(path)

/** The calls of the route table that have a row. */
export const apiRoutes = () =>
  routeTable()
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/') && !isReference(path) && !OTHERWISE.has(path))

/** A path with the ids that its parameters name; those that `chosen` lacks are of nothing. */
export const fillPath = (path: string, row: ApiRow, chosen: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => chosen[row.params?.[name] ?? ''] ?? crypto.randomUUID())
