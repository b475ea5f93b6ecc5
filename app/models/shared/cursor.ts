import { invalid } from '~/errors'

/** The place of a row in a list that is ordered by creation and id, newest first. */
export interface Place {
  createdAt: Date
  id: string
}

/** An opaque text for a place. */
export const encodeCursor = ({ createdAt, id }: Place): string => btoa(`${createdAt.toISOString()} ${id}`)

/** The place of a cursor. @throws AppError INVALID for a text that we did not make */
export function decodeCursor(cursor: string): Place {
  try {
    const [at, id] = atob(cursor).split(' ')
    const createdAt = new Date(at ?? '')
    if (id && /^[0-9a-f-]{36}$/.test(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  } catch {}
  return invalid('Invalid cursor')
}
