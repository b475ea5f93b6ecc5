import type { z } from 'zod'
import { SETTINGS_PARTS, settingsValues } from '~/components/sequences/settings/edits'
import type { Db } from '~/db.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { fieldsOf } from '~/http/form-fields.server'
import { loadedEdit } from '~/http/forms/edits.server'
import type { PageCall } from '~/http/page.server'
import { reviewFirst } from '~/http/review.server'
import type { Sequence } from '~/models/sequences/sequence'
import { getSequence } from '~/models/sequences/sequence.server'
import type { SequenceSettings } from '~/models/sequences/settings'
import { saveSettings, startDay } from '~/models/sequences/settings.server'
import { lockSequence } from '~/models/shared/locks.server'

/** The stored values of the fields that a form has. */
function valuesOf(schema: z.ZodType, sequence: Sequence) {
  const names = fieldsOf(schema)
  return Object.fromEntries(
    Object.entries(settingsValues(sequence, startDay(sequence))).filter(([name]) => names.has(name)),
  )
}

/** What a form with settings of a sequence is loaded with. */
export const loadSettings = (schema: z.ZodType, sequence: Sequence) =>
  loadedEdit(SETTINGS_PARTS, valuesOf(schema, sequence))

/** The action that saves settings of a sequence, after a review if it is running. @param screen the URL of the form's screen */
export const settingsAction = <S extends z.ZodType<SequenceSettings>>(
  schema: S,
  screen: (id: string) => string,
) =>
  formAction(
    schema,
    async (_, call, submitted) => {
      const { app, userId, params } = call
      const id = params.id!
      const review = await reviewFirst(call, submitted, async (tx, now) =>
        saveSettings(tx, userId, id, await submitted.merged(tx), now),
      )
      if (review) return review
      return redirectWithToast(app, screen(id), {
        kind: 'success',
        title: 'Sequence updated successfully',
        text: submitted.kept(),
      })
    },
    {
      edits: {
        parts: SETTINGS_PARTS,
        read: async (db: Db, { userId, params }: PageCall) =>
          valuesOf(schema, await getSequence(db, userId, params.id!)),
        lock: (tx, { userId, params }) => lockSequence(tx, userId, params.id!),
      },
    },
  )
