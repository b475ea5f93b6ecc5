/** Every URL path of the product, in one place. */
export const paths = {
  home: () => '/',
  /** @param to where the user wanted to go */
  login: (to = '/') => (to === '/' ? '/login' : `/login?${new URLSearchParams({ to })}`),
  /** Takes over a form that was sent without a session. @param to the address that it was sent to */
  resume: (to: string) => `/login/resume?${new URLSearchParams({ to })}`,
  signup: () => '/signup',
  logout: () => '/logout',
  forgotPassword: () => '/login/forgot-password',
  resetPassword: () => '/reset-password',
  confirmAddress: () => '/confirm-address',
  confirmAgain: () => '/confirm-address/again',
  changePassword: () => '/account/password',
  preferences: () => '/preferences',
  firstSteps: () => '/first-steps',
  stopJob: (jobId: string) => `/jobs/${jobId}/stop`,
  sampleData: () => '/sample-data',
  notifications: () => '/notifications',
  supportPage: () => '/support-chat',
  search: (text?: string) => (text ? `/search?${new URLSearchParams({ q: text })}` : '/search'),
  searchResults: (text: string) => `/search/results?${new URLSearchParams({ q: text })}`,
  contacts: () => '/contacts',
  contact: (id: string) => `/contacts/${id}`,
  /** Dialogs over the list of all contacts. */
  editListed: (id: string) => `/contacts/edit/${id}`,
  deleteListed: (id: string) => `/contacts/delete/${id}`,
  addContactsToSequence: () => '/contacts/add-to-sequence',
  /** Dialogs over the contact's own page. */
  editPerson: (id: string) => `/contacts/${id}/edit`,
  deletePerson: (id: string) => `/contacts/${id}/delete`,
  tasks: (search = '') => `/contacts-hub/tasks${search}`,
  editTask: (taskId: string) => `/contacts-hub/tasks/${taskId}/edit`,
  deleteTask: (taskId: string) => `/contacts-hub/tasks/${taskId}/delete`,
  doneTask: (taskId: string) => `/contacts-hub/tasks/${taskId}/done`,
  newTask: (id: string) => `/contacts/${id}/tasks/new`,
  editContactTask: (id: string, taskId: string) => `/contacts/${id}/tasks/${taskId}/edit`,
  deleteContactTask: (id: string, taskId: string) => `/contacts/${id}/tasks/${taskId}/delete`,
  newNote: (id: string) => `/contacts/${id}/notes/new`,
  deleteNote: (id: string, noteId: string) => `/contacts/${id}/notes/${noteId}/delete`,
  decideHold: (id: string, reason: string) => `/contacts/${id}/holds/${reason}`,
  liftStop: (id: string, stop: string) => `/contacts/${id}/lift/${stop}`,
  erasePerson: (id: string) => `/contacts/${id}/erase`,
  exportPerson: (id: string) => `/contacts/${id}/export.json`,
  personas: () => '/personas',
  newPersona: () => '/personas/new',
  persona: (id: string) => `/personas/${id}`,
  editPersona: (id: string) => `/personas/${id}/edit`,
  deletePersona: (id: string) => `/personas/${id}/delete`,
  addPersonaToSequence: (id: string) => `/personas/${id}/sequences/add`,
  newContact: (personaId: string) => `/personas/${personaId}/contacts/new`,
  editContact: (personaId: string, id: string) => `/personas/${personaId}/contacts/${id}/edit`,
  deleteContact: (personaId: string, id: string) => `/personas/${personaId}/contacts/${id}/delete`,
  moveContacts: (personaId: string) => `/personas/${personaId}/contacts/move`,
  importContacts: (personaId: string) => `/personas/${personaId}/import`,
  importProgress: (personaId: string, jobId: string) => `/personas/${personaId}/import/${jobId}`,
  importRejects: (personaId: string, jobId: string) => `/personas/${personaId}/import/${jobId}/rejected.csv`,
  /** The meaning of a stored file's columns. */
  importColumns: (personaId: string, fileId: string) => `/personas/${personaId}/import/columns/${fileId}`,
  imports: (personaId: string) => `/personas/${personaId}/imports`,
  undoImport: (personaId: string, batchId: string) => `/personas/${personaId}/imports/${batchId}/undo`,
  addMembers: (personaId: string) => `/personas/${personaId}/contacts/add`,
  importTemplate: () => '/personas/import-template.csv',
  leadsFinder: () => '/contacts-hub/leads-finder',
  addLeads: () => '/contacts-hub/leads-finder/add',
  leadImport: (jobId: string) => `/contacts-hub/leads-finder/imports/${jobId}`,
  /** The inbox; `listQuery` is the query string that selects its rows. */
  inbox: (listQuery = '') => `/inbox${listQuery}`,
  conversation: (id: string, listQuery = '') => `/inbox/${id}${listQuery}`,
  newEmail: (listQuery = '', contactId?: string) =>
    `/inbox/new${contactId ? `?contactId=${contactId}${listQuery.replace('?', '&')}` : listQuery}`,
  changeConversations: () => '/inbox/change',
  unreadConversations: () => '/inbox/unread',
  changeConversation: (id: string) => `/inbox/${id}/change`,
  conversationDraft: (id: string) => `/inbox/${id}/draft`,
  draftFiles: (id: string) => `/inbox/${id}/files`,
  ownFile: (id: string, fileId: string) => `/inbox/${id}/files/${fileId}`,
  receivedFile: (id: string, messageId: string, part: string) =>
    `/inbox/${id}/messages/${messageId}/files/${encodeURIComponent(part)}`,
  messageHtml: (id: string, messageId: string) => `/inbox/${id}/messages/${messageId}/html`,
  /** Takes back an answer that has not left, or sends it at once. */
  decideMessage: (id: string, messageId: string) => `/inbox/${id}/messages/${messageId}`,
  relatedMessage: (id: string, relatedId: string) => `/inbox/${id}/related/${relatedId}`,
  waitingAnswer: (id: string, sendId: string) => `/inbox/${id}/sends/${sendId}`,
  addProposedContact: (id: string) => `/inbox/${id}/add-contact`,
  /** Dialogs over a conversation. */
  editCorrespondent: (id: string, contactId: string, listQuery = '') =>
    `/inbox/${id}/contacts/${contactId}/edit${listQuery}`,
  addCorrespondentToSequence: (id: string, contactId: string, listQuery = '') =>
    `/inbox/${id}/add-to-sequence?contactId=${contactId}${listQuery.replace('?', '&')}`,
  addCorrespondentToList: (id: string) => `/inbox/${id}/add-to-list`,
  noteOfCorrespondent: (id: string) => `/inbox/${id}/note`,
  stopCorrespondent: (id: string) => `/inbox/${id}/do-not-contact`,
  sequences: () => '/sequences',
  newSequence: () => '/sequences/new',
  sequence: (id: string) => `/sequences/${id}`,
  sequenceReport: (id: string) => `/sequences/${id}/report`,
  sequenceReportCsv: (id: string, by?: 'day') => `/sequences/${id}/report.csv${by ? `?by=${by}` : ''}`,
  sequenceChecks: (id: string) => `/sequences/${id}/checks`,
  sequencePeople: (id: string) => `/sequences/${id}/people`,
  sequencePerson: (id: string, enrollmentId: string) => `/sequences/${id}/people/${enrollmentId}`,
  sequencePicture: (id: string) => `/sequences/${id}/picture`,
  sequenceVersions: (id: string, before?: number) =>
    `/sequences/${id}/versions${before === undefined ? '' : `?before=${before}`}`,
  moveToCurrent: (id: string, version: number) => `/sequences/${id}/versions/${version}/move`,
  restoreVersion: (id: string, version: number) => `/sequences/${id}/versions/${version}/restore`,
  sequenceSettings: (id: string) => `/sequences/${id}/settings`,
  sequenceForecast: (id: string) => `/sequences/${id}/forecast`,
  sequenceStatus: (id: string) => `/sequences/${id}/status`,
  launchSequence: (id: string) => `/sequences/${id}/launch`,
  cloneSequence: (id: string) => `/sequences/${id}/clone`,
  deleteSequence: (id: string) => `/sequences/${id}/delete`,
  newStep: (id: string, fields: Record<string, string> = {}) => {
    const query = new URLSearchParams(fields).toString()
    return `/sequences/${id}/steps/new${query && `?${query}`}`
  },
  /** The dialog that creates a step for a branch of another form, which is passed along as a draft. */
  newStepBeside: (id: string, draft: string) =>
    withView(
      `/sequences/${id}/steps/new?${new URLSearchParams({ outer: draft })}`,
      new URLSearchParams(draft).get('view'),
    ),
  /** Dialogs over the form at this path. */
  templateBeside: (form: string) => `${form}/template`,
  /** Where a step's email is saved while it is written. */
  emailDraft: (id: string) => `/sequences/${id}/email-draft`,
  emailBeside: (form: string) => `${form}/email`,
  listBeside: (form: string) => `${form}/list`,
  /** The card of a step. */
  step: (id: string, stepId: string) => `/sequences/${id}#step-${stepId}`,
  editStep: (id: string, stepId: string) => `/sequences/${id}/steps/${stepId}/edit`,
  deleteStep: (id: string, stepId: string) => `/sequences/${id}/steps/${stepId}/delete`,
  moveStep: (id: string, stepId: string) => `/sequences/${id}/steps/${stepId}/move`,
  /** Makes the variants with these templates the active ones. */
  chooseVariants: (id: string, stepId: string, templateIds: string[]) =>
    `/sequences/${id}/steps/${stepId}/variants?${new URLSearchParams(templateIds.map((templateId) => ['active', templateId]))}`,
  /** With ids: the dialog that reviews this order. */
  orderSteps: (id: string, ids: readonly string[] = []) =>
    `/sequences/${id}/steps/order${ids.length > 0 ? `?${new URLSearchParams(ids.map((id) => ['ids', id]))}` : ''}`,
  linkPersona: (id: string) => `/sequences/${id}/lists/add`,
  unlinkPersona: (id: string, personaId: string) => `/sequences/${id}/lists/${personaId}/remove`,
  emailSending: () => '/campaign-builder/email-sending',
  uncertainSends: () => '/campaign-builder/email-sending/uncertain',
  exportLog: () => '/campaign-builder/email-sending/export',
  logExport: (jobId: string) => `/campaign-builder/email-sending/exports/${jobId}`,
  logExportFile: (jobId: string) => `/campaign-builder/email-sending/exports/${jobId}/emails.csv`,
  exportedFile: (jobId: string) => `/exports/${jobId}`,
  sentEmail: (id: string) => `/campaign-builder/email-sending/emails/${id}`,
  checkEmail: () => '/templates/check',
  rewriteEmail: () => '/templates/rewrite',
  emailContacts: (find: string) => `/templates/contacts?${new URLSearchParams({ find })}`,
  templates: () => '/campaign-builder/email-sending#templates',
  templateList: () => '/campaign-builder/email-sending/templates',
  newTemplate: () => '/campaign-builder/email-sending/templates/new',
  editTemplate: (id: string) => `/templates/${id}/preview/edit`,
  deleteTemplate: (id: string) => `/campaign-builder/email-sending/templates/${id}/delete`,
  templatePreview: (id: string) => `/templates/${id}/preview`,
  sendTest: (id: string) => `/templates/${id}/preview/send-test`,
  workflows: () => '/workflows',
  newWorkflow: (draft?: [string, string][], step?: 'lists') => {
    const query = new URLSearchParams([...(draft ?? []), ...(step ? [['step', step]] : [])]).toString()
    return `/workflows/create${query && `?${query}`}`
  },
  /** The form of a workflow, filled in with a draft if one is given. */
  workflow: (id: string, draft?: [string, string][]) =>
    `/workflows/${id}${draft ? `?${new URLSearchParams(draft)}` : ''}`,
  workflowStatus: (id: string) => `/workflows/${id}/status`,
  activateWorkflow: (id: string) => `/workflows/${id}/activate`,
  deleteWorkflow: (id: string) => `/workflows/${id}/delete`,
  campaigns: () => '/campaigns',
  gmail: () => '/connection/gmail',
  gmailConnect: () => '/connection/gmail/connect',
  newSmtpMailbox: () => '/connection/gmail/smtp/new',
  editMailbox: (id: string) => `/connection/gmail/${id}/edit`,
  mailboxHealth: (id: string) => `/connection/gmail/${id}/health`,
  disconnectMailbox: (id: string) => `/connection/gmail/${id}/disconnect`,
  workspace: () => '/integrations/gsuite',
  workspaceConnect: () => '/integrations/gsuite/connect',
  disconnectWorkspace: () => '/integrations/gsuite/disconnect',
  integrations: () => '/integrations',
  leadKey: () => '/integrations/apollo',
  settings: () => '/settings',
  fields: () => '/settings/fields',
  newField: () => '/settings/fields/new',
  editField: (id: string) => `/settings/fields/${id}/edit`,
  deleteField: (id: string) => `/settings/fields/${id}/delete`,
  doNotContact: () => '/settings/do-not-contact',
  removeStop: (id: string) => `/settings/do-not-contact/${id}/remove`,
  apiDocs: (area?: string) => `/api/docs${area ? `/${area}` : ''}`,
  apiGuide: (name: string) => `/api/docs/guides/${name}`,
  apiError: (code: string) => `/api/docs/errors#${code}`,
  apiDescription: () => '/api/openapi.json',
  apiKeys: () => '/settings/api-keys',
  newApiKey: () => '/settings/api-keys/new',
  revokeApiKey: (id: string) => `/settings/api-keys/${id}/revoke`,
  webhooks: () => '/settings/webhooks',
  newWebhook: () => '/settings/webhooks/new',
  webhook: (id: string) => `/settings/webhooks/${id}`,
  editWebhook: (id: string) => `/settings/webhooks/${id}/edit`,
  rotateWebhook: (id: string) => `/settings/webhooks/${id}/rotate`,
  deleteWebhook: (id: string) => `/settings/webhooks/${id}/delete`,
  delivery: (id: string, deliveryId: string) => `/settings/webhooks/${id}/deliveries/${deliveryId}`,
  inboxSettings: () => '/settings/inbox',
  newLabel: () => '/settings/inbox/labels/new',
  removeLabel: (name: string) => `/settings/inbox/labels/remove?${new URLSearchParams({ name })}`,
  newSavedReply: () => '/settings/inbox/replies/new',
  editSavedReply: (id: string) => `/settings/inbox/replies/${id}/edit`,
  deleteSavedReply: (id: string) => `/settings/inbox/replies/${id}/delete`,
  savedReply: (id: string) => `/inbox/saved-replies/${id}`,
  proposeAnswer: (id: string) => `/inbox/${id}/propose`,
  sandbox: () => '/sandbox',
}

/** The view of a sequence's steps that has a URL of its own; the list has none. */
export const CANVAS = 'canvas'

/** The path with a view of the steps, which stays while steps are edited. Ignores unknown views. */
export function withView(path: string, view: string | null | undefined): string {
  if (view !== CANVAS) return path
  const [before = '', hash] = path.split('#')
  return `${before}${before.includes('?') ? '&' : '?'}view=${CANVAS}${hash ? `#${hash}` : ''}`
}
