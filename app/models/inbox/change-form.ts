import { z } from 'zod'
import { entityId, yesNo } from '~/models/shared/fields'
import { LABEL_LENGTH, MAX_CHANGED } from './conversation'
import { SNOOZES } from './snooze'

/** The buttons that change conversations: each sends one of these fields. */
export const ChangeForm = z.object({
  state: z.enum(['open', 'done'], 'Unknown state').optional(),
  unread: yesNo,
  label: z.string().trim().max(LABEL_LENGTH).optional(),
  /** Removes the label: the form library drops empty values. */
  unlabel: z.string().optional(),
  snooze: z.enum(SNOOZES, 'Unknown time').optional(),
  date: z.string().max(10).optional(),
  /** The query string of the list. */
  listQuery: z.string().max(1000).optional(),
})
export type ChangeForm = z.output<typeof ChangeForm>

const NONE_CHOSEN = 'Choose at least one conversation'

/** The same for all chosen conversations of a list. */
export const ChangeAllForm = ChangeForm.extend({
  ids: z.array(entityId('Conversation not found'), NONE_CHOSEN).min(1, NONE_CHOSEN).max(MAX_CHANGED),
  /** The conversation that is open beside the list. */
  open: z.uuid().optional(),
})
