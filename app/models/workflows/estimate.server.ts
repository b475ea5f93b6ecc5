import { and, asc, eq, ne } from 'drizzle-orm'
import { personas, sequencePersonas, sequences, workflowStepPersonas, workflowSteps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { WorkflowFrequency } from './workflow'
import { getWorkflow } from './workflow.server'

/** What a workflow will do once it is active, as far as that is known before it runs. */
export interface WorkflowEstimate {
  name: string
  /** The maximum number of contacts that one run adds; each person found costs one credit, with or without a usable email. */
  leadLimit: number
  frequencyType: WorkflowFrequency
  frequencyInterval: number
  /** Names of the email lists that it adds contacts to. */
  lists: string[]
  /** The sequences that enroll new contacts of these lists. Drafts are left out: they enroll only when they are activated. */
  sequences: { id: string; name: string; running: boolean }[]
}

/** Estimates the cost and the effects of a run. @throws AppError NOT_FOUND */
export async function estimateWorkflow(db: Db, userId: string, id: string): Promise<WorkflowEstimate> {
  const { name, leadLimit, frequencyType, frequencyInterval } = await getWorkflow(db, userId, id)
  const lists = await db
    .selectDistinct({ id: personas.id, name: personas.name })
    .from(workflowSteps)
    .innerJoin(workflowStepPersonas, eq(workflowStepPersonas.stepId, workflowSteps.id))
    .innerJoin(personas, eq(personas.id, workflowStepPersonas.personaId))
    .where(and(eq(workflowSteps.workflowId, id), eq(personas.userId, userId)))
    .orderBy(asc(personas.name), asc(personas.id))
  const linked = await db
    .selectDistinct({ id: sequences.id, name: sequences.name, status: sequences.status })
    .from(workflowSteps)
    .innerJoin(workflowStepPersonas, eq(workflowStepPersonas.stepId, workflowSteps.id))
    .innerJoin(sequencePersonas, eq(sequencePersonas.personaId, workflowStepPersonas.personaId))
    .innerJoin(sequences, eq(sequences.id, sequencePersonas.sequenceId))
    .where(and(eq(workflowSteps.workflowId, id), eq(sequences.userId, userId), ne(sequences.status, 'draft')))
    .orderBy(asc(sequences.name), asc(sequences.id))
  return {
    ...{ name, leadLimit, frequencyType, frequencyInterval },
    lists: lists.map((list) => list.name),
    sequences: linked.map((sequence) => ({
      id: sequence.id,
      name: sequence.name,
      running: sequence.status === 'running',
    })),
  }
}
