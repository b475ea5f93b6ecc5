import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { sequenceContacts, sequenceVersions, steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid, notFound } from '~/errors'
import { requireRoomFor } from '~/models/accounts/quotas.server'
import { findMisspelling, listOwnVariables } from '~/models/contacts/known-variables.server'
import { replanEnrollments } from '~/models/enrollments/events.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { containsPattern } from '~/models/shared/patterns'
import type { DatedChoice } from '~/models/shared/uses/uses'
import { requireConfirmed } from '~/models/shared/uses/uses.server'
import { parseVariables } from '~/models/shared/variables'
import { audienceOf, audienceOfTemplate, countLacking, usedVariables } from './lacking.server'
import type { MailFinding } from './preflight'
import {
  type NewTemplate,
  NO_BODY,
  NOT_IN_DESIGN,
  type PreviewRequest,
  type TemplateChange,
  type TemplatesQuery,
} from './template'
import type { Preview, previewTemplate } from './thread/preview.server'
import { inThread } from './thread/run.server'
import { allTexts, SAMPLE_CONTACT, sampleColumns } from './thread/sample'
import { readTemplateUses, stopWaitingFor } from './uses.server'

export type Template = Omit<typeof templates.$inferSelect, 'userId'>

const columns = {
  id: templates.id,
  name: templates.name,
  subject: templates.subject,
  templateType: templates.templateType,
  htmlBody: templates.htmlBody,
  plainTextBody: templates.plainTextBody,
  builderJson: templates.builderJson,
  shared: templates.shared,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
}

type Filters = Omit<TemplatesQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { q, updatedSince }: Filters) =>
  and(
    eq(templates.userId, userId),
    templates.shared,
    q
      ? or(ilike(templates.name, containsPattern(q)), ilike(templates.subject, containsPattern(q)))
      : undefined,
    updatedFrom(templates.updatedAt, updatedSince),
  )

/** One page of the user's shared templates, newest first, and the cursor of the next page. */
export async function listTemplates(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: TemplatesQuery,
): Promise<Page<Template>> {
  const found: Template[] = await db
    .select(columns)
    .from(templates)
    .where(and(wanted(userId, filters), afterCursor(templates, cursor)))
    .orderBy(...newestFirst(templates))
    .limit(limit + 1)
  return pageOf(found, limit)
}

/** The names of the user's shared templates and of some others for select boxes, newest first. @param others ids of emails of a step */
export async function listTemplateNames(
  db: Db,
  userId: string,
  others: string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.userId, userId), or(templates.shared, inArray(templates.id, others))))
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
 * Creates a template and sanitizes its HTML (see sanitizeEmailHtml).
 * @throws AppError INVALID for Liquid tags, malformed or misspelt variables, and for an empty body
 */
export async function createTemplate(db: Db, userId: string, given: NewTemplate): Promise<Template> {
  checkVariables(given)
  await checkSpelling(db, userId, given)
  const input = { ...given, htmlBody: await cleanHtml(given.htmlBody) }
  requireBody(input)
  await requireRoomFor(db, userId, 'templates')
  const [row] = await db
    .insert(templates)
    .values({ ...input, userId })
    .returning(columns)
  return row!
}

/** Copies a template to one named "X (Copy)" that all steps may use. @throws AppError NOT_FOUND */
export async function copyTemplate(db: Db, userId: string, id: string): Promise<Template> {
  const { name, subject, templateType, htmlBody, plainTextBody, builderJson } = await getTemplate(
    db,
    userId,
    id,
  )
  await requireRoomFor(db, userId, 'templates')
  const [row] = await db
    .insert(templates)
    .values({
      ...{ userId, subject, templateType, htmlBody, plainTextBody, builderJson },
      name: `${name.slice(0, 193)} (Copy)`,
    })
    .returning(columns)
  return row!
}

/** Locks a template for a change. @throws AppError NOT_FOUND */
export async function lockTemplate(tx: Db, userId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId)))
    .for('no key update')
  if (!row) notFound('Template not found')
}

/**
 * Changes a template. Replans enrollments that were held because of it.
 * @throws AppError NOT_FOUND; INVALID as for a new template, but not for a misspelt variable that it has already
 */
export async function updateTemplate(
  db: Db,
  userId: string,
  id: string,
  given: TemplateChange,
  now: Date,
): Promise<Template> {
  checkVariables(given)
  const change =
    given.htmlBody === undefined ? given : { ...given, htmlBody: await cleanHtml(given.htmlBody) }
  return db.transaction(async (tx) => {
    const stored = await getTemplate(tx, userId, id)
    await checkSpelling(tx, userId, change, stored)
    requireDesign(stored, change)
    const [row] = await tx
      .update(templates)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(eq(templates.id, id), eq(templates.userId, userId)))
      .returning(columns)
    if (!row) notFound('Template not found')
    if (change.htmlBody !== undefined || change.templateType !== undefined) requireBody(row)
    await replanEnrollments(tx, and(eq(sequenceContacts.userId, userId), waitsForText(id)), now)
    return row
  })
}

/**
 * Refuses HTML that the stored design of the visual builder does not have: the builder would show the old design and replace the HTML by it.
 * @throws AppError INVALID
 */
function requireDesign(
  stored: Template,
  { htmlBody, templateType = stored.templateType, builderJson }: TemplateChange,
): void {
  if (templateType !== 'builder' || stored.templateType !== 'builder' || !stored.builderJson) return
  const isSame = builderJson === undefined || isDeepStrictEqual(builderJson, stored.builderJson)
  if (!isSame || htmlBody === undefined || withLines(htmlBody) === withLines(stored.htmlBody)) return
  invalid(NOT_IN_DESIGN, 'htmlBody')
}

/** Forms send another line break. */
const withLines = (text: string) => text.replace(/\r\n?/g, '\n')

/** Enrollments that are held because of a text, at a step that has this template: now, or in the version that they stay on. */
const waitsForText = (
  id: string,
) => sql`${sequenceContacts.holdReason} in ('missing_variable', 'missing_template')
  and case when ${sequenceContacts.versionId} is null then ${sequenceContacts.currentStepId} in (
      select s.id from ${steps} s where s.template_id = ${id}
      union select v.step_id from ${stepVariants} v where v.template_id = ${id})
    else exists (select from ${sequenceVersions} v where v.id = ${sequenceContacts.versionId}
      and v.content @> jsonb_build_object('steps', jsonb_build_array(jsonb_build_object(
        'id', ${sequenceContacts.currentStepId}, 'variants', jsonb_build_array(jsonb_build_object('templateId', ${id}::text))))))
    end`

/** Checks the body after sanitizing: HTML that had only scripts is empty then. */
function requireBody({ templateType, htmlBody }: Pick<Template, 'templateType' | 'htmlBody'>): void {
  if (!htmlBody.trim()) invalid(NO_BODY[templateType], 'htmlBody')
}

/** Counts the user's shared templates that pass the filters. */
export const countTemplates = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(templates, wanted(userId, filters))

/**
 * Deletes a template. Steps that use it hold their enrollments until another template is selected, unless `choice.contacts` stops those that wait
 * for it.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it is in use and the choice does not confirm
 */
export async function deleteTemplate(
  db: Db,
  userId: string,
  id: string,
  choice?: DatedChoice<'hold' | 'stop'>,
): Promise<void> {
  // In a transaction, because it is retried after a deadlock: the delete also updates sends that others may have locked.
  await db.transaction(async (tx) => {
    await getTemplate(tx, userId, id)
    await requireConfirmed(choice, 'This template', () => readTemplateUses(tx, userId, id))
    if (choice?.contacts === 'stop') await stopWaitingFor(tx, userId, id, choice.now)
    const rows = await tx
      .delete(templates)
      .where(and(eq(templates.id, id), eq(templates.userId, userId)))
      .returning({ id: templates.id })
    if (rows.length === 0) notFound('Template not found')
  })
}

/** As `previewTemplate`, in a thread if it is long. */
export const showPreview = (...args: Parameters<typeof previewTemplate>): Promise<Preview> =>
  inThread('preview', allTexts(args[0]).length, ...args)

/** As `sanitizeEmailHtml`, in a thread if it is long. */
const cleanHtml = (html: string): Promise<string> => inThread('clean', html.length, html)

/** A preview with the findings of the checks. @throws AppError INVALID for malformed variables */
export async function previewWithFindings(
  db: Db,
  userId: string,
  input: PreviewRequest,
  appUrl: string,
): Promise<Preview & { findings: MailFinding[] }> {
  const preview = await showPreview(input, appUrl)
  return { ...preview, findings: await findingsOf(db, userId, input) }
}

/** The findings of the checks of a template. @param input with the id of a stored one, whose contacts are counted */
export async function findingsOf(
  db: Db,
  userId: string,
  input: PreviewRequest & { id?: string },
): Promise<MailFinding[]> {
  const { subject, htmlBody, plainTextBody } = input
  const sample = { ...SAMPLE_CONTACT, ...input.contactData, custom: sampleColumns(allTexts(input)) }
  const content = { subject, htmlBody, plainTextBody: plainTextBody?.trim() ? plainTextBody : null }
  const audience = input.id ? audienceOfTemplate(userId, input.id) : audienceOf(userId, '')
  const lacking = await countLacking(db, content, audience)
  const columns = await listOwnVariables(db, userId)
  return inThread('check', allTexts(input).length, content, sample, columns, lacking)
}

function checkVariables(input: { subject?: string; htmlBody?: string; plainTextBody?: string | null }) {
  for (const field of ['subject', 'htmlBody', 'plainTextBody'] as const) {
    const text = input[field]
    if (!text) continue
    const parsed = parseVariables(text)
    if ('problem' in parsed) invalid(parsed.problem, field)
  }
}

type Texts = Partial<Record<'subject' | 'htmlBody' | 'plainTextBody', string | null | undefined>>

/** Refuses misspelt variables, except those that a stored template has already: it may be written back as it is. */
async function checkSpelling(db: Db, userId: string, input: Texts, stored: Texts = {}): Promise<void> {
  const known = usedVariables(Object.values(textsOf(stored)))
  for (const [field, text] of Object.entries(textsOf(input))) {
    const added = [...usedVariables([text]).keys()].filter((name) => !known.has(name))
    const problem = await findMisspelling(db, userId, added)
    if (problem) invalid(problem, field)
  }
}

const textsOf = ({ subject, htmlBody, plainTextBody }: Texts) => ({
  subject: subject ?? '',
  htmlBody: htmlBody ?? '',
  plainTextBody: plainTextBody ?? '',
})
