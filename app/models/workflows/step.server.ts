import { and, asc, eq, sql } from 'drizzle-orm'
import { workflowStepPersonas, workflowSteps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { requireStatic } from '~/models/personas/contacts.server'
import type { NewWorkflow, NewWorkflowStep, Workflow } from './workflow'
import { createWorkflow, getWorkflow, updateWorkflow } from './workflow.server'

const columns = {
  id: workflowSteps.id,
  workflowId: workflowSteps.workflowId,
  order: workflowSteps.order,
  stepType: workflowSteps.stepType,
  name: workflowSteps.name,
  emailListIds: sql<string[]>`array(select sp.persona_id from ${workflowStepPersonas} sp
    where sp.step_id = workflow_steps.id order by sp.persona_id)`,
  createdAt: workflowSteps.createdAt,
}

/** The steps of a workflow in order, each with its email lists. */
export async function listWorkflowSteps(db: Db, userId: string, workflowId: string) {
  await getWorkflow(db, userId, workflowId)
  return db
    .select(columns)
    .from(workflowSteps)
    .where(eq(workflowSteps.workflowId, workflowId))
    .orderBy(asc(workflowSteps.order), asc(workflowSteps.createdAt), asc(workflowSteps.id))
}

/** Adds a step. A due run that waited for an email list starts. @throws AppError NOT_FOUND if the user does not own a list */
export async function addWorkflowStep(db: Db, userId: string, workflowId: string, input: NewWorkflowStep) {
  const { emailListIds, ...fields } = input
  return db.transaction(async (tx) => {
    await getWorkflow(tx, userId, workflowId)
    await requireStatic(tx, userId, emailListIds)
    const [step] = await tx
      .insert(workflowSteps)
      .values({ ...fields, workflowId })
      .returning({ id: workflowSteps.id })
    const links = [...new Set(emailListIds)].map((personaId) => ({ stepId: step!.id, personaId }))
    await tx.insert(workflowStepPersonas).values(links)
    await enqueue(tx, 'start-workflows', {})
    const [row] = await tx.select(columns).from(workflowSteps).where(eq(workflowSteps.id, step!.id))
    return row!
  })
}

export async function deleteWorkflowStep(
  db: Db,
  userId: string,
  workflowId: string,
  stepId: string,
): Promise<void> {
  await getWorkflow(db, userId, workflowId)
  const rows = await db
    .delete(workflowSteps)
    .where(and(eq(workflowSteps.id, stepId), eq(workflowSteps.workflowId, workflowId)))
    .returning({ id: workflowSteps.id })
  if (rows.length === 0) notFound('Step not found')
}

/** A workflow together with its email lists, as the forms save it. */
export interface WorkflowWithLists {
  workflow: NewWorkflow
  emailListIds: string[]
}

/** The step that the forms create. */
const STEP = { order: 1, stepType: 'add_to_email_list', name: 'Add to Email List' } as const

export async function createWorkflowWithLists(
  db: Db,
  userId: string,
  { workflow, emailListIds }: WorkflowWithLists,
  now: Date,
): Promise<Workflow> {
  return db.transaction(async (tx) => {
    const created = await createWorkflow(tx, userId, workflow, now)
    await addWorkflowStep(tx, userId, created.id, { ...STEP, emailListIds })
    return created
  })
}

/** Updates a workflow and replaces its steps by one with these email lists. */
export async function updateWorkflowWithLists(
  db: Db,
  userId: string,
  id: string,
  { workflow, emailListIds }: WorkflowWithLists,
  now: Date,
): Promise<Workflow> {
  const { status: _, ...fields } = workflow
  return db.transaction(async (tx) => {
    // The update locks the workflow, so that concurrent saves replace the steps one after the other.
    const saved = await updateWorkflow(tx, userId, id, fields, now)
    await tx.delete(workflowSteps).where(eq(workflowSteps.workflowId, id))
    await addWorkflowStep(tx, userId, id, { ...STEP, emailListIds })
    return saved
  })
}
