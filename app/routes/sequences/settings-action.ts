import type { z } from 'zod'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { reviewFirst } from '~/http/review.server'
import type { SequenceSettings } from '~/models/sequences/settings'
import { saveSettings } from '~/models/sequences/settings.server'

/** The action that saves settings of a sequence, after a review if it is running. @param screen the URL of the form's screen */
export const settingsAction = <S extends z.ZodType<SequenceSettings>>(
  schema: S,
  screen: (id: string) => string,
) =>
  formAction(schema, async (settings, call, submitted) => {
    const { app, userId, params } = call
    const id = params.id!
    const review = await reviewFirst(call, submitted, (tx, now) =>
      saveSettings(tx, userId, id, settings, now),
    )
    if (review) return review
    return redirectWithToast(app, screen(id), { kind: 'success', title: 'Sequence updated successfully' })
  })
