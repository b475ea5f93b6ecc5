import type { App } from '~/app'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { addSavedReply, listSavedReplies } from '~/models/inbox/answer/saved-replies.server'
import { addLabel, listLabels } from '~/models/inbox/labels.server'
import { changeMailbox } from '~/models/mailboxes/change.server'
import { connectGranted } from '~/models/mailboxes/consent/google-connect.server'
import { connectMicrosoft } from '~/models/mailboxes/consent/microsoft-connect.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { findContactId, findSampleRows } from '~/models/onboarding/sample-rows.server'
import { createPersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import { createStep, listSteps, updateStep } from '~/models/sequences/step.server'
import { NewTemplate } from '~/models/templates/template'
import { createTemplate } from '~/models/templates/template.server'
import { createWorkflowWithLists } from '~/models/workflows/step.server'
import { NewWorkflow } from '~/models/workflows/workflow'
import { MAILBOX_SCOPES } from '~/providers/google/scopes'
import { createPkce } from '~/providers/net/oauth'
import { newToken } from '~/secrets.server'
import { ownAddress } from './acts.server'
import {
  SAMPLE_LABEL,
  SAMPLE_SAVED_REPLIES,
  SAMPLE_SEQUENCES,
  SAMPLE_TEMPLATES,
  SAMPLE_WORKFLOW,
} from './sample-content'
import { SAMPLE_LISTS, samplePeople } from './sample-people'

/** Emails per day: enough to send the first email to every contact on the first day. */
const DAILY_LIMIT = 40

/**
 * Creates the mailboxes, lists, templates and running sequences of the sample data, with the product's own functions. Existing rows
 * are left unchanged. @returns the addresses of the mailboxes
 */
export async function setUpSamples(app: App, userId: string): Promise<{ mailboxes: string[] }> {
  const mailboxes = await setUpMailboxes(app, userId)
  const { db, secrets } = app
  const lists = new Map<string, string>()
  const known = await findSampleRows(db, userId)
  for (const { people: _, ...list } of SAMPLE_LISTS)
    lists.set(list.name, known.lists.get(list.name) ?? (await createPersona(db, userId, list)).id)
  for (const { list, ...person } of samplePeople()) {
    if (await findContactId(db, userId, person.email)) continue
    const contact = NewContact.parse({ ...person, personaId: lists.get(list) })
    await createContact(db, userId, contact, await app.clock.now(), secrets)
  }
  const templates = new Map<string, string>()
  for (const template of SAMPLE_TEMPLATES)
    templates.set(
      template.name,
      known.templates.get(template.name) ??
        (await createTemplate(db, userId, NewTemplate.parse(template))).id,
    )
  for (const sequence of SAMPLE_SEQUENCES) {
    const mailboxId = mailboxes[sequence.mailbox]!.id
    await setUpSequence(app, userId, { sequence, mailboxId, lists, templates, known: known.sequences })
  }
  await setUpInbox(app, userId)
  if (!known.workflows.has(SAMPLE_WORKFLOW.name)) await setUpWorkflow(app, userId, lists)
  return { mailboxes: mailboxes.map(({ email }) => email) }
}

/** A mailbox of each kind: two through the simulated consent pages, and one on the simulated mail server. */
async function setUpMailboxes(app: App, userId: string) {
  const { db, sandbox } = app
  // Addresses must be unique per user: a Google account that two users share is throttled and read for both.
  const domain = `northlight-${userId.slice(-8)}.example`
  const { mailboxes: known } = await findSampleRows(db, userId)
  const gmail = `maya@${domain}`
  if (!known.has(gmail)) await grantGoogle(app, userId, gmail)
  const microsoft = `elif@${domain}`
  if (!known.has(microsoft)) await grantMicrosoft(app, userId, microsoft)
  const smtp = `jonas@${domain}`
  if (!known.has(smtp)) {
    const server = sandbox!
    const input = NewMailbox.parse({
      email: smtp,
      ...{ smtpHost: server.smtp.host, smtpPort: server.smtp.port, smtpSecure: false },
      ...{ imapHost: server.imap.host, imapPort: server.imap.port, imapSecure: false },
      password: 'sandbox',
    })
    await createSmtpMailbox(db, userId, input, await app.clock.now(), app)
  }
  const rows = await findSampleRows(db, userId)
  const made = [
    { email: gmail, displayName: 'Maya Lindqvist' },
    { email: smtp, displayName: 'Jonas Brandt' },
    { email: microsoft, displayName: 'Elif Aydin' },
  ].map((box) => ({ ...box, id: rows.mailboxes.get(box.email)! }))
  for (const { id, displayName } of made) {
    const settings = { displayName, dailyLimit: DAILY_LIMIT, postalAddress: '1 Example Street, Sample Town' }
    await changeMailbox(db, userId, id, settings, await app.clock.now(), app)
  }
  return made
}

/** Does what the product does before and after a simulated consent page. */
async function grantGoogle(app: App, userId: string, email: string): Promise<void> {
  const google = app.providers.google('mailbox')!
  const { verifier, challenge } = createPkce()
  const url = google.authorizeUrl({
    state: newToken(),
    codeChallenge: challenge,
    scopes: MAILBOX_SCOPES,
    prompt: 'consent select_account',
  })
  const code = await consent(app, url, email)
  const exchanged = await google.exchangeCode({ code, codeVerifier: verifier })
  if (!exchanged.ok) throw new Error(exchanged.detail)
  await connectGranted(app.db, userId, exchanged, await app.clock.now(), app)
}

async function grantMicrosoft(app: App, userId: string, email: string): Promise<void> {
  const microsoft = app.providers.microsoft!
  const { verifier, challenge } = createPkce()
  const url = microsoft.authorizeUrl({ state: newToken(), codeChallenge: challenge })
  const code = await consent(app, url, email)
  const exchanged = await microsoft.exchangeCode({ code, codeVerifier: verifier })
  if (!exchanged.ok) throw new Error(exchanged.detail)
  await connectMicrosoft(app.db, userId, exchanged, await app.clock.now(), app)
}

/** Does what a browser does on a simulated consent page. @returns the code */
async function consent(app: App, url: string, email: string): Promise<string> {
  const response = await fetch(ownAddress(app, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email }).toString(),
    redirect: 'manual',
  })
  const code = new URL(response.headers.get('location') ?? 'about:blank').searchParams.get('code')
  if (!code) throw new Error(`the consent page returned ${response.status}`)
  return code
}

/** The labels and saved replies of the inbox. */
async function setUpInbox({ db }: App, userId: string): Promise<void> {
  const labels = await listLabels(db, userId)
  if (!labels.some(({ name }) => name === SAMPLE_LABEL.name)) await addLabel(db, userId, SAMPLE_LABEL)
  const replies = (await listSavedReplies(db, userId)).map(({ name }) => name)
  for (const reply of SAMPLE_SAVED_REPLIES)
    if (!replies.includes(reply.name)) await addSavedReply(db, userId, reply)
}

/** A draft: its runs would add contacts for which the sample data have no reactions. */
async function setUpWorkflow({ db, clock }: App, userId: string, lists: Map<string, string>): Promise<void> {
  const { list, ...fields } = SAMPLE_WORKFLOW
  const input = { workflow: NewWorkflow.parse(fields), emailListIds: [lists.get(list)!] }
  await createWorkflowWithLists(db, userId, input, await clock.now())
}

interface Made {
  sequence: (typeof SAMPLE_SEQUENCES)[number]
  mailboxId: string
  lists: Map<string, string>
  templates: Map<string, string>
  known: Map<string, string>
}

/** Creates the steps, then the branches between them, then links the lists and activates the sequence. */
async function setUpSequence(
  app: App,
  userId: string,
  { sequence, mailboxId, lists, templates, known }: Made,
): Promise<void> {
  const { db, secrets } = app
  const { name, description, linked, steps } = sequence
  const { timezone } = await findSampleRows(db, userId)
  const fields = { name, description, timezone, skipWeekends: true, mailboxIds: [mailboxId] }
  const sequenceId = known.get(name) ?? (await createSequence(db, userId, NewSequence.parse(fields))).id
  const ids = new Map((await listSteps(db, userId, sequenceId)).map((step) => [step.name, step.id]))
  for (const { templates: names, list, branches: _, ...step } of steps) {
    if (ids.has(step.name)) continue
    const input = NewStep.parse({
      ...step,
      ...(names && { variants: names.map((name) => ({ templateId: templates.get(name) })) }),
      ...(list && { personaId: lists.get(list) }),
    })
    ids.set(step.name, (await createStep(db, userId, sequenceId, input, await app.clock.now())).id)
  }
  for (const { name: step, branches } of steps) {
    if (!branches) continue
    const change = Object.fromEntries(
      Object.entries(branches).map(([branch, target]) => [branch, ids.get(target) ?? target]),
    )
    await updateStep(db, userId, ids.get(step)!, StepChange.parse(change), await app.clock.now())
  }
  const now = await app.clock.now()
  for (const list of linked) await linkPersona(db, userId, sequenceId, lists.get(list)!, now, secrets)
  await activateSequence(db, userId, sequenceId, now, secrets)
}
