import type { Client } from './client'

/** Two fields of a form: their labels, the names of their parts in messages, and how the API names them. */
export interface EditForm {
  make(): Promise<string>
  /** The address of the form. */
  at(id: string): string
  /** The address of the object in the API, and the part of the response. */
  stored(id: string): Promise<Record<string, unknown>>
  press: string
  /** Its HTML is edited. With scripts the form begins with the text. */
  hasHtml?: boolean
  /** A field that both tabs change: its label, that of its part, its key, and three values. */
  both: {
    label: string
    part?: string
    key: string
    values: [string, string, string]
  }
  /** Fields that only one of the tabs changes. */
  first: { label: string | RegExp; part?: string; key: string; fill: string | boolean; value: unknown }
  second: { label: string; key: string; fill: string | boolean; value: unknown }
}

/** The label of a field in a browser, where it may say that it is optional. */
export const labelled = (label: string) => new RegExp(`^${label.replace(/[()]/g, '\\$&')} ?(optional)?$`)

/** The kinds of objects that have an edit form. */
export const KINDS = [
  ...['contact', 'list', 'template', 'step', 'sequence settings', 'sequence configuration'],
  ...['mailbox', 'workflow', 'webhook'],
]

/** The edit forms of the product, by the kind of their object. */
export function editForms(client: Client): Record<string, EditForm> {
  const port = Number(new URL(client.url).port)
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  const person = () => `${crypto.randomUUID()}@people.example`
  const sequenceOf = new Map<string, string>()

  const makeStep = async (): Promise<string> => {
    const { id } = await client.ok('POST', '/api/sequences', { name: 'With a step' })
    const { id: templateId } = await client.ok('POST', '/api/templates', {
      ...{ name: 'T', subject: 'S', htmlBody: '<p>B</p>' },
    })
    const step = await client.ok('POST', `/api/sequences/${id}/steps`, {
      templateId,
      delayDays: 1,
      name: 'Intro',
    })
    sequenceOf.set(step.id, id)
    return step.id
  }

  const settings = {
    make: async () => (await client.ok('POST', '/api/sequences', { name: 'Autumn' })).id,
    stored: (id: string) => client.ok('GET', `/api/sequences/${id}`),
    both: { label: 'Name', key: 'name', values: ['Winter', 'Spring', 'Summer'] as [string, string, string] },
    first: { label: 'Description', key: 'description', fill: 'Cold leads', value: 'Cold leads' },
  }

  const forms: Record<string, EditForm> = {
    contact: {
      make: async () => (await client.ok('POST', '/api/contacts', { email: person() })).id,
      at: (id) => `/contacts/${id}/edit`,
      stored: (id) => client.ok('GET', `/api/contacts/${id}`),
      press: 'Save Changes',
      both: { label: 'Title', key: 'title', values: ['CTO', 'CFO', 'COO'] },
      first: { label: 'First Name', key: 'firstName', fill: 'Ann', value: 'Ann' },
      second: { label: 'Last Name', key: 'lastName', fill: 'Lee', value: 'Lee' },
    },
    list: {
      make: async () =>
        (
          await client.ok('POST', '/api/personas', {
            ...{ name: 'Bakers', industry: 'Food', jobTitle: 'Baker', location: 'Oslo' },
          })
        ).id,
      at: (id) => `/personas/${id}/edit`,
      stored: (id) => client.ok('GET', `/api/personas/${id}`),
      press: 'Save Changes',
      both: { label: 'Name', key: 'name', values: ['Millers', 'Cooks', 'Butchers'] },
      first: { label: 'Location', key: 'location', fill: 'Bergen', value: 'Bergen' },
      second: { label: 'Industry', key: 'industry', fill: 'Bread', value: 'Bread' },
    },
    template: {
      make: async () =>
        (await client.ok('POST', '/api/templates', { name: 'Hello', subject: 'S', htmlBody: '<p>B</p>' })).id,
      at: (id) => `/templates/${id}/preview/edit`,
      stored: (id) => client.ok('GET', `/api/templates/${id}`),
      press: 'Save Template',
      hasHtml: true,
      both: {
        ...{ label: 'HTML Body', part: 'Body', key: 'htmlBody' },
        values: ['<p>One</p>', '<p>Two</p>', '<p>Three</p>'],
      },
      first: { label: 'Subject', key: 'subject', fill: 'Changed', value: 'Changed' },
      second: { label: 'Template Name', key: 'name', fill: 'Renamed', value: 'Renamed' },
    },
    step: {
      make: makeStep,
      at: (id) => `/sequences/${sequenceOf.get(id)}/steps/${id}/edit`,
      stored: async (id) =>
        (await client.ok('GET', `/api/sequences/${sequenceOf.get(id)}/steps`)).find(
          (one: { id: string }) => one.id === id,
        ),
      press: 'Save',
      both: { label: 'Step name', key: 'name', values: ['First', 'Second', 'Third'] },
      first: {
        ...{ label: 'Not opened: Wait days', part: 'Not opened', key: 'notOpenedWaitDays' },
        ...{ fill: '4', value: 4 },
      },
      second: { label: 'Same thread', key: 'sameThread', fill: true, value: true },
    },
    'sequence settings': {
      ...settings,
      at: (id) => `/sequences/${id}/settings`,
      press: 'Save',
      second: { label: 'Sunday', key: 'sendDays', fill: false, value: [1, 2, 3, 4, 5, 6] },
    },
    'sequence configuration': {
      ...settings,
      at: (id) => `/sequences/${id}`,
      press: 'Save as Draft',
      second: { label: 'Skip weekends', key: 'skipWeekends', fill: true, value: true },
    },
    mailbox: {
      make: async () =>
        (
          await client.ok('POST', '/api/mail-accounts', {
            ...{ email: `${crypto.randomUUID()}@coldframe.example`, smtpHost: '127.0.0.1' },
            ...{ smtpPort: port + 25, smtpSecure: false, password: 'sandbox' },
          })
        ).id,
      at: (id) => `/connection/gmail/${id}/edit`,
      stored: async (id) =>
        (await client.ok('GET', '/api/mail-accounts')).find((one: { id: string }) => one.id === id),
      press: 'Save Changes',
      both: { label: 'Display name', key: 'displayName', values: ['Ann', 'Bo', 'Cy'] },
      first: { label: 'Daily limit', key: 'dailyLimit', fill: '33', value: 33 },
      second: { label: 'Postal address', key: 'postalAddress', fill: 'Street 1', value: 'Street 1' },
    },
    workflow: {
      make: async () => {
        const { id } = await client.ok('POST', '/api/workflows', {
          ...{ name: 'Find', criteria: { jobTitles: ['owner'] }, leadLimit: 10 },
        })
        const list = await forms.list!.make()
        await client.ok('POST', `/api/workflows/${id}/steps`, {
          ...{ order: 1, stepType: 'add_to_email_list', name: 'Add', emailListIds: [list] },
        })
        return id
      },
      at: (id) => `/workflows/${id}`,
      stored: (id) => client.ok('GET', `/api/workflows/${id}`),
      press: 'Update Workflow',
      both: { label: 'Name', key: 'name', values: ['Seek', 'Hunt', 'Search'] },
      first: { label: 'Lead Limit', key: 'leadLimit', fill: '20', value: 20 },
      second: { label: 'Description', key: 'description', fill: 'Owners', value: 'Owners' },
    },
    webhook: {
      make: async () =>
        (await client.ok('POST', '/api/webhooks', { url: url('/a'), events: ['email.sent'] })).id,
      at: (id) => `/settings/webhooks/${id}/edit`,
      stored: (id) => client.ok('GET', `/api/webhooks/${id}`),
      press: 'Save Changes',
      both: { label: 'Address', key: 'url', values: [url('/b'), url('/c'), url('/d')] },
      first: {
        ...{ label: /email\.opened/, part: 'Events', key: 'events', fill: true },
        value: ['email.sent', 'email.opened'],
      },
      second: { label: 'Address', key: 'url', fill: url('/z'), value: url('/z') },
    },
  }
  return forms
}
