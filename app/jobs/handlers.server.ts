import { runChangeContacts, runExportContacts, runUndoChange } from '~/jobs/contacts/change-contacts.server'
import { runCheckMailServers } from '~/jobs/contacts/check-mail-servers.server'
import { runCheckLists, runFillLists } from '~/jobs/contacts/fill-lists.server'
import { runTellTasks } from '~/jobs/contacts/tell-tasks.server'
import { runImportMailboxes } from '~/jobs/mailboxes/import-mailboxes.server'
import { runRemoveMailbox } from '~/jobs/mailboxes/remove-mailbox.server'
import { runSyncMailbox, runSyncMailboxes } from '~/jobs/mailboxes/sync-mailbox.server'
import { runWakeMailbox } from '~/jobs/mailboxes/wake-mailbox.server'
import { runLoadSampleData } from '~/jobs/sandbox/load-sample-data.server'
import { runDueScanOnce } from '~/jobs/sending/due-scan.server'
import { runMatchSenders } from '~/jobs/sending/match-senders.server'
import { runSendStep } from '~/jobs/sending/send-step.server'
import { runEnrollContacts } from '~/jobs/tasks/enroll-contacts.server'
import { runExportLog, runSendExportLink } from '~/jobs/tasks/export-log.server'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { runImportLeads } from '~/jobs/tasks/import-leads.server'
import { runLabelConversation } from '~/jobs/tasks/label-conversation.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { runReleaseContacts } from '~/jobs/tasks/release-contacts.server'
import { runReleaseHeld } from '~/jobs/tasks/release-held.server'
import { runReleaseLinks } from '~/jobs/tasks/release-links.server'
import { runReplanSequence } from '~/jobs/tasks/replan-sequence.server'
import { runQueueDigests, runSendDigest } from '~/jobs/tasks/reply-digest.server'
import { runReportOutages } from '~/jobs/tasks/report-outages.server'
import { runResealSecrets } from '~/jobs/tasks/reseal-secrets.server'
import { runWorkflow } from '~/jobs/tasks/run-workflow.server'
import { runSendConfirmation } from '~/jobs/tasks/send-confirmation.server'
import { runSendResetLink } from '~/jobs/tasks/send-reset-link.server'
import { runSettleSends } from '~/jobs/tasks/settle-sends.server'
import { runStartWorkflows } from '~/jobs/tasks/start-workflows.server'
import { runStopListed } from '~/jobs/tasks/stop-listed.server'
import { runUndoImport } from '~/jobs/tasks/undo-import.server'
import { runWakeConversations } from '~/jobs/tasks/wake-conversations.server'
import { runCleanUp } from '~/jobs/upkeep/clean-up.server'
import { runRemoveFieldValues } from '~/jobs/upkeep/remove-field-values.server'
import { runRemoveOld } from '~/jobs/upkeep/remove-old.server'
import { runSendSecurityNotice } from '~/jobs/upkeep/send-security-notice.server'
import type { JobName, JobPayload } from './queue/catalog'
import type { JobContext } from './queue/context'

/** The handler of each job. A missing or misspelt name does not compile. */
export const handlers: { [N in JobName]: (payload: JobPayload<N>, context: JobContext) => Promise<void> } = {
  'due-scan': (_, context) => runDueScanOnce(context),
  'send-step': runSendStep,
  'sync-mailbox': runSyncMailbox,
  'sync-mailboxes': (_, context) => runSyncMailboxes(context),
  'report-outages': (_, context) => runReportOutages(context),
  recover: (_, context) => runRecover(context),
  'settle-sends': runSettleSends,
  'replan-sequence': runReplanSequence,
  'remove-field-values': runRemoveFieldValues,
  'remove-mailbox': runRemoveMailbox,
  'wake-mailbox': runWakeMailbox,
  'release-contacts': runReleaseContacts,
  'release-held': runReleaseHeld,
  'enroll-contacts': runEnrollContacts,
  'import-contacts': runImportContacts,
  'import-mailboxes': runImportMailboxes,
  'undo-import': runUndoImport,
  'stop-listed': runStopListed,
  'check-mail-servers': runCheckMailServers,
  'match-senders': runMatchSenders,
  'start-workflows': (_, context) => runStartWorkflows(context),
  'wake-conversations': (_, context) => runWakeConversations(context),
  'queue-digests': (_, context) => runQueueDigests(context),
  'send-digest': runSendDigest,
  'label-conversation': runLabelConversation,
  'run-workflow': runWorkflow,
  'import-leads': runImportLeads,
  'check-lists': runCheckLists,
  'fill-lists': runFillLists,
  'tell-tasks': runTellTasks,
  'change-contacts': runChangeContacts,
  'undo-change': runUndoChange,
  'export-contacts': runExportContacts,
  'export-log': runExportLog,
  'send-export-link': runSendExportLink,
  'send-reset-link': runSendResetLink,
  'send-confirmation': runSendConfirmation,
  'send-security-notice': runSendSecurityNotice,
  'reseal-secrets': (_, context) => runResealSecrets(context),
  'release-links': (_, context) => runReleaseLinks(context),
  'load-sample-data': runLoadSampleData,
  'clean-up': (_, context) => runCleanUp(context),
  'remove-old': (_, context) => runRemoveOld(context),
}
