import type { z } from 'zod'
import { json } from '~/models/shared/fields'
import {
  CreatedKeyAnswer,
  JobAnswer,
  KeyAnswer,
  NotificationAnswer,
  NotificationCount,
  QueueStatus,
  UserAnswer,
} from './accounts'
import {
  AddedAnswer,
  ContactAnswer,
  ContactSettingsAnswer,
  ContactsAnswer,
  LinkedPersona,
  MovedAnswer,
  PersonaAnswer,
  PersonaSequence,
} from './contacts'
import { AnsweredAnswer, ChangedAnswer, ConversationAnswer, ConversationsAnswer, DraftAnswer } from './inbox'
import {
  CostAnswer,
  EnabledAnswer,
  LeadKeyAnswer,
  LeadsAnswer,
  LeadsStarted,
  RevealAnswer,
  SuggestionsAnswer,
  WorkspaceAnswer,
} from './leads'
import {
  ConsentAnswer,
  ExportStarted,
  LogAnswer,
  MailboxAnswer,
  QuotaAnswer,
  SenderAnswer,
  UncertainAnswer,
} from './mailboxes'
import { AnalyticsAnswer, EnrollAnswer, LinkedSequence, SequenceAnswer, StepAnswer } from './sequences'
import { Done, Said, Started } from './shared'
import { GeneratedBody, PreviewAnswer, SavedTemplateAnswer, TemplateAnswer } from './templates'
import {
  ChangedWebhookAnswer,
  CreatedWebhookAnswer,
  DeliveriesAnswer,
  TestedWebhookAnswer,
  WebhookAnswer,
} from './webhooks'
import { WorkflowAnswer, WorkflowEstimateAnswer, WorkflowStepAnswer } from './workflows'

/**
 * The objects of `/api` by the names that clients generated from the description give their types. A schema without a name is described
 * in place.
 */
export const API_OBJECTS: Record<string, z.ZodType> = {
  AddedCount: AddedAnswer,
  ApiKey: KeyAnswer,
  ChangedCount: ChangedAnswer,
  ConsentPage: ConsentAnswer,
  Contact: ContactAnswer,
  ContactList: ContactsAnswer,
  ContactSettings: ContactSettingsAnswer,
  Conversation: ConversationsAnswer.shape.conversations.element,
  ConversationList: ConversationsAnswer,
  ConversationWithMessages: ConversationAnswer,
  CreatedApiKey: CreatedKeyAnswer,
  Done,
  Draft: DraftAnswer,
  EmailList: PersonaAnswer,
  EmailListMove: MovedAnswer,
  EnabledSwitch: EnabledAnswer,
  EnrollmentResult: EnrollAnswer,
  GeneratedBody,
  GoogleWorkspace: WorkspaceAnswer,
  Job: JobAnswer,
  JsonValue: json,
  Lead: LeadsAnswer.shape.people.element,
  LeadCost: CostAnswer,
  LeadsStarted,
  LeadKey: LeadKeyAnswer,
  LeadPage: LeadsAnswer,
  LeadSuggestions: SuggestionsAnswer,
  LinkedEmailList: LinkedPersona,
  LinkedSequence: PersonaSequence,
  Mailbox: MailboxAnswer,
  MailboxQuota: QuotaAnswer,
  Message: ConversationAnswer.shape.messages.element,
  Notice: Said,
  Notification: NotificationAnswer,
  NotificationCount,
  QueueStatus,
  RevealedEmail: RevealAnswer,
  SavedTemplate: SavedTemplateAnswer,
  ScheduledReply: AnsweredAnswer,
  Sender: SenderAnswer,
  SentEmail: LogAnswer,
  Sequence: SequenceAnswer,
  SequenceLink: LinkedSequence,
  SequenceReport: AnalyticsAnswer,
  StartedExport: ExportStarted,
  StartedJob: Started,
  Step: StepAnswer,
  Template: TemplateAnswer,
  TemplatePreview: PreviewAnswer,
  UncertainEmail: UncertainAnswer,
  User: UserAnswer,
  Webhook: WebhookAnswer,
  WebhookDelivery: DeliveriesAnswer.shape.deliveries.element,
  WebhookDeliveryList: DeliveriesAnswer,
  WebhookWithNewSecret: ChangedWebhookAnswer,
  WebhookWithSecret: CreatedWebhookAnswer,
  WebhookTest: TestedWebhookAnswer,
  Workflow: WorkflowAnswer,
  WorkflowEstimate: WorkflowEstimateAnswer,
  WorkflowStep: WorkflowStepAnswer,
}
