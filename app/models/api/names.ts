import type { z } from 'zod'
import { json } from '~/models/shared/fields'
import {
  CreatedKeyResponse,
  JobResponse,
  KeyResponse,
  NotificationCount,
  NotificationResponse,
  QueueStatus,
  UserResponse,
} from './accounts'
import {
  AddedResponse,
  ContactResponse,
  ContactSettingsResponse,
  ContactsResponse,
  LinkedPersona,
  MovedResponse,
  PersonaResponse,
  PersonaSequence,
} from './contacts'
import {
  AnsweredResponse,
  ChangedResponse,
  ConversationResponse,
  ConversationsResponse,
  DraftResponse,
} from './inbox'
import {
  CostResponse,
  EnabledResponse,
  LeadKeyResponse,
  LeadsResponse,
  LeadsStarted,
  RevealResponse,
  SuggestionsResponse,
  WorkspaceResponse,
} from './leads'
import {
  ConsentResponse,
  ExportStarted,
  LogResponse,
  MailboxResponse,
  QuotaResponse,
  SenderResponse,
  UncertainResponse,
} from './mailboxes'
import {
  AnalyticsResponse,
  EnrollResponse,
  LinkedSequence,
  ResumeResponse,
  SequenceResponse,
  StepResponse,
} from './sequences'
import { Done, JobStartedResponse, MessageResponse } from './shared'
import { GeneratedBody, PreviewResponse, SavedTemplateResponse, TemplateResponse } from './templates'
import {
  ChangedWebhookResponse,
  CreatedWebhookResponse,
  DeliveriesResponse,
  TestedWebhookResponse,
  WebhookResponse,
} from './webhooks'
import { WorkflowEstimateResponse, WorkflowResponse, WorkflowStepResponse } from './workflows'

/**
 * The objects of `/api` by the names that clients generated from the description give their types. A schema without a name is described
 * in place.
 */
export const API_OBJECTS: Record<string, z.ZodType> = {
  AddedCount: AddedResponse,
  ApiKey: KeyResponse,
  ChangedCount: ChangedResponse,
  ConsentPage: ConsentResponse,
  Contact: ContactResponse,
  ContactList: ContactsResponse,
  ContactSettings: ContactSettingsResponse,
  Conversation: ConversationsResponse.shape.conversations.element,
  ConversationList: ConversationsResponse,
  ConversationWithMessages: ConversationResponse,
  CreatedApiKey: CreatedKeyResponse,
  Done,
  Draft: DraftResponse,
  EmailList: PersonaResponse,
  EmailListMove: MovedResponse,
  EnabledSwitch: EnabledResponse,
  EnrollmentResult: EnrollResponse,
  GeneratedBody,
  GoogleWorkspace: WorkspaceResponse,
  Job: JobResponse,
  JsonValue: json,
  Lead: LeadsResponse.shape.people.element,
  LeadCost: CostResponse,
  LeadsStarted,
  LeadKey: LeadKeyResponse,
  LeadPage: LeadsResponse,
  LeadSuggestions: SuggestionsResponse,
  LinkedEmailList: LinkedPersona,
  LinkedSequence: PersonaSequence,
  Mailbox: MailboxResponse,
  MailboxQuota: QuotaResponse,
  Message: ConversationResponse.shape.messages.element,
  Notice: MessageResponse,
  Notification: NotificationResponse,
  NotificationCount,
  QueueStatus,
  RevealedEmail: RevealResponse,
  ResumeResult: ResumeResponse,
  SavedTemplate: SavedTemplateResponse,
  ScheduledReply: AnsweredResponse,
  Sender: SenderResponse,
  SentEmail: LogResponse,
  Sequence: SequenceResponse,
  SequenceLink: LinkedSequence,
  SequenceReport: AnalyticsResponse,
  StartedExport: ExportStarted,
  StartedJob: JobStartedResponse,
  Step: StepResponse,
  Template: TemplateResponse,
  TemplatePreview: PreviewResponse,
  UncertainEmail: UncertainResponse,
  User: UserResponse,
  Webhook: WebhookResponse,
  WebhookDelivery: DeliveriesResponse.shape.deliveries.element,
  WebhookDeliveryList: DeliveriesResponse,
  WebhookWithNewSecret: ChangedWebhookResponse,
  WebhookWithSecret: CreatedWebhookResponse,
  WebhookTest: TestedWebhookResponse,
  Workflow: WorkflowResponse,
  WorkflowEstimate: WorkflowEstimateResponse,
  WorkflowStep: WorkflowStepResponse,
}
