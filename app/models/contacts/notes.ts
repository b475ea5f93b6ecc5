import { z } from 'zod'
import { requiredText } from '~/models/shared/fields'

/** The maximum number of characters of a note. */
const NOTE_LENGTH = 5_000

export const NewNote = z.object({ text: requiredText('Write a note first', NOTE_LENGTH) })

/** A note about a contact, as screens show it. */
export interface Note {
  id: string
  text: string
  /** In the user's time zone. */
  at: string
}
