import { and, desc, eq, sql } from 'drizzle-orm'
import { sequenceContacts, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { replanEnrollments } from '~/models/enrollments/events.server'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { parseVariables } from '~/models/shared/variables'
import { cleanMailHtml } from './mail-html.server'
import type { MailFinding } from './preflight'
import { checkMail, listCustomColumns } from './preflight.server'
import { compileTemplate, type MailFrame, renderMail } from './render-mail'
import { type NewTemplate, NO_BODY, type PreviewRequest, type TemplateChange } from './template'

export type Template = Omit<typeof templates.$inferSelect, 'userId'>

const columns = {
  id: templates.id,
  name: templates.name,
  subject: templates.subject,
  templateType: templates.templateType,
  htmlBody: templates.htmlBody,
  plainTextBody: templates.plainTextBody,
  builderJson: templates.builderJson,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
}

/** A page of the user's templates, newest first, and the cursor of the next one. */
export async function listTemplates(db: Db, userId: string, page: PageQuery) {
  const after = page.cursor ? decodeCursor(page.cursor) : null
  const rows: Template[] = await db
    .select(columns)
    .from(templates)
    .where(
      and(
        eq(templates.userId, userId),
        after
          ? sql`(${templates.createdAt}, ${templates.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(templates.createdAt), desc(templates.id))
    .limit(page.limit)
  return { rows, cursor: rows.length === page.limit ? encodeCursor(rows.at(-1)!) : null }
}

/** Names of the user's templates for choices, newest first; bodies stay where they are. */
export async function listTemplateNames(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(eq(templates.userId, userId))
    .orderBy(desc(templates.createdAt), desc(templates.id))
    .limit(1000)
}

export async function getTemplate(db: Db, userId: string, id: string): Promise<Template> {
  const [row] = await db
    .select(columns)
    .from(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId)))
  return row ?? notFound('Template not found')
}

/**
 * Saves a template; its HTML is cleaned first (see cleanMailHtml).
 * @throws AppError INVALID for anything but variables between double braces, and for an empty body
 */
export async function createTemplate(db: Db, userId: string, given: NewTemplate): Promise<Template> {
  checkVariables(given)
  const input = { ...given, htmlBody: cleanMailHtml(given.htmlBody) }
  requireBody(input)
  const [row] = await db
    .insert(templates)
    .values({ ...input, userId })
    .returning(columns)
  return row!
}

/** Changes a template; mails that waited for a variable in it are looked at again. */
export async function updateTemplate(
  db: Db,
  userId: string,
  id: string,
  given: TemplateChange,
  now: Date,
): Promise<Template> {
  checkVariables(given)
  const change = given.htmlBody === undefined ? given : { ...given, htmlBody: cleanMailHtml(given.htmlBody) }
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(templates)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(eq(templates.id, id), eq(templates.userId, userId)))
      .returning(columns)
    if (!row) notFound('Template not found')
    if (change.htmlBody !== undefined || change.templateType !== undefined) requireBody(row)
    const waiting = sql`${sequenceContacts.holdReason} in ('missing_variable', 'missing_template')
      and ${sequenceContacts.currentStepId} in (select s.id from ${steps} s where s.template_id = ${id})`
    await replanEnrollments(tx, and(eq(sequenceContacts.userId, userId), waiting), now)
    return row
  })
}

/** HTML that was nothing but scripts leaves no body. */
function requireBody({ templateType, htmlBody }: Pick<Template, 'templateType' | 'htmlBody'>): void {
  if (!htmlBody.trim()) invalid(NO_BODY[templateType], 'htmlBody')
}

/** How many templates the user has. */
export const countTemplates = (db: Db, userId: string): Promise<number> =>
  db.$count(templates, eq(templates.userId, userId))

/** Deletes a template; steps that use it hold their people until another is chosen. */
export async function deleteTemplate(db: Db, userId: string, id: string): Promise<void> {
  // A transaction, which runs again: the mails that it is taken from may be held by who plans or sends them.
  const rows = await db.transaction((tx) =>
    tx
      .delete(templates)
      .where(and(eq(templates.id, id), eq(templates.userId, userId)))
      .returning({ id: templates.id }),
  )
  if (rows.length === 0) notFound('Template not found')
}

/** The person in whose eyes a preview is shown. */
export const SAMPLE_CONTACT = {
  firstName: 'Jane',
  lastName: 'Doe',
  name: 'Jane Doe',
  email: 'jane.doe@example.com',
  organizationName: 'Example Company',
} as const

/** What a mailbox adds to its mails. */
type SenderFrame = Pick<MailFrame, 'signature' | 'postalAddress'>

/**
 * A template as a sample person would get it, without pixel; with a mailbox's signature and postal address where one is
 * given, and the unsubscribe link of an email that leaves. @throws AppError INVALID for malformed variables
 */
export function previewTemplate(
  input: PreviewRequest,
  appUrl: string,
  { signature, postalAddress }: SenderFrame = { signature: '', postalAddress: '' },
  unsubscribeUrl = `${appUrl}/u/preview`,
) {
  const contact = { ...SAMPLE_CONTACT, ...input.contactData }
  const sample = { ...contact, custom: sampleColumns(input) }
  const { subject, plainTextBody = null } = input
  const htmlBody = cleanMailHtml(input.htmlBody)
  const template = compileTemplate({ subject, htmlBody, plainTextBody })
  if ('problem' in template) return invalid(template.problem, 'htmlBody')
  const rendering = renderMail(template, sample, {
    unsubscribeUrl,
    pixelUrl: null,
    signature,
    postalAddress,
  })
  if (!rendering.ok)
    return invalid(`These variables have no value: ${rendering.missing.join(', ')}`, 'htmlBody')
  const { firstName, lastName, email } = contact
  return {
    subject: rendering.mail.subject,
    htmlBody: rendering.mail.html,
    plainTextBody: rendering.mail.text,
    sampleContact: { firstName, lastName, email },
  }
}

/** A preview with what should be known before the mail leaves; malformed variables refuse the preview alone. */
export async function previewWithFindings(
  db: Db,
  userId: string,
  input: PreviewRequest,
  appUrl: string,
): Promise<ReturnType<typeof previewTemplate> & { findings: MailFinding[] }> {
  const preview = previewTemplate(input, appUrl)
  return { ...preview, findings: await findingsOf(db, userId, input) }
}

/** What should be known about a template's mail before it leaves. */
export async function findingsOf(db: Db, userId: string, input: PreviewRequest): Promise<MailFinding[]> {
  const { subject, htmlBody, plainTextBody } = input
  const sample = { ...SAMPLE_CONTACT, ...input.contactData, custom: sampleColumns(input) }
  const content = { subject, htmlBody, plainTextBody: plainTextBody?.trim() ? plainTextBody : null }
  return checkMail(content, sample, await listCustomColumns(db, userId))
}

/** Columns of the user's own imports show their names in a preview. */
function sampleColumns({ subject, htmlBody, plainTextBody }: PreviewRequest): Record<string, string> {
  const parsed = parseVariables(`${subject}\n${htmlBody}\n${plainTextBody ?? ''}`)
  if ('problem' in parsed) return {}
  return Object.fromEntries(
    parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.variable, `[${part.variable}]`]])),
  )
}

function checkVariables(input: { subject?: string; htmlBody?: string; plainTextBody?: string | null }) {
  for (const field of ['subject', 'htmlBody', 'plainTextBody'] as const) {
    const text = input[field]
    if (!text) continue
    const parsed = parseVariables(text)
    if ('problem' in parsed) invalid(parsed.problem, field)
  }
}
