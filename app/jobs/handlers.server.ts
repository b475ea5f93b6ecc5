import type { JobName, JobPayload } from './catalog'
import { runCleanUp } from './clean-up.server'
import type { JobContext } from './context'
import { runDueScanOnce } from './due-scan.server'
import { runEnrollContacts } from './enroll-contacts.server'
import { runExportLog, runSendExportLink } from './export-log.server'
import { runImportContacts } from './import-contacts.server'
import { runImportLeads } from './import-leads.server'
import { runLoadSampleData } from './load-sample-data.server'
import { runRecover } from './recover.server'
import { runReleaseLinks } from './release-links.server'
import { runRemoveMailbox } from './remove-mailbox.server'
import { runReplanSequence } from './replan-sequence.server'
import { runResealSecrets } from './reseal-secrets.server'
import { runWorkflow } from './run-workflow.server'
import { runSendResetLink } from './send-reset-link.server'
import { runSendStep } from './send-step.server'
import { runSettleSends } from './settle-sends.server'
import { runStartWorkflows } from './start-workflows.server'
import { runStopListed } from './stop-listed.server'
import { runSyncMailbox, runSyncMailboxes } from './sync-mailbox.server'
import { runUndoImport } from './undo-import.server'
import { runWakeMailbox } from './wake-mailbox.server'

/** Who does each job; a missing or misspelt one does not compile. */
export const handlers: { [N in JobName]: (payload: JobPayload<N>, context: JobContext) => Promise<void> } = {
  'due-scan': (_, context) => runDueScanOnce(context),
  'send-step': runSendStep,
  'sync-mailbox': runSyncMailbox,
  'sync-mailboxes': (_, context) => runSyncMailboxes(context),
  recover: (_, context) => runRecover(context),
  'settle-sends': runSettleSends,
  'replan-sequence': runReplanSequence,
  'remove-mailbox': runRemoveMailbox,
  'wake-mailbox': runWakeMailbox,
  'enroll-contacts': runEnrollContacts,
  'import-contacts': runImportContacts,
  'undo-import': runUndoImport,
  'stop-listed': runStopListed,
  'start-workflows': (_, context) => runStartWorkflows(context),
  'run-workflow': runWorkflow,
  'import-leads': runImportLeads,
  'export-log': runExportLog,
  'send-export-link': runSendExportLink,
  'send-reset-link': runSendResetLink,
  'reseal-secrets': (_, context) => runResealSecrets(context),
  'release-links': (_, context) => runReleaseLinks(context),
  'load-sample-data': runLoadSampleData,
  'clean-up': (_, context) => runCleanUp(context),
}
