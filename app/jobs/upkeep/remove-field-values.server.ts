import { inBatches } from '~/jobs/queue/batches'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import {
  findDeletedField,
  forgetField,
  listWithValue,
  removeValues,
} from '~/models/contacts/own-fields/own-fields.server'

/** Contacts that one transaction changes: locks are held only briefly. */
const BATCH = 500
/** Contacts that one statement lists. */
const LISTED = 10_000

/** Removes the values of a deleted field from all contacts, then the field. After a crash it continues with those that are left. */
export async function runRemoveFieldValues(
  payload: { userId: string; fieldId: string },
  { app, signal }: JobContext,
): Promise<void> {
  const { userId, fieldId } = payload
  const { db } = app
  const field = await findDeletedField(db, userId, fieldId)
  if (!field) return
  const { key } = field
  const isDone = await inBatches(
    {
      list: (after) => listWithValue(db, userId, { key, after, limit: LISTED }),
      work: (ids) => removeValues(db, userId, key, ids),
    },
    BATCH,
    signal,
  )
  if (!isDone) return enqueue(db, 'remove-field-values', payload)
  await forgetField(db, userId, fieldId)
}
