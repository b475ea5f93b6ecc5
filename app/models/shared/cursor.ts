import { invalid } from '~/errors'

/** The position of a row in a list sorted by creation time and id, newest first. */
export interface Place {
  createdAt: Date
  id: string
}

/** Encodes a position as an opaque text. */
export const encodeCursor = ({ createdAt, id }: Place): string => btoa(`${createdAt.toISOString()} ${id}`)

/** Decodes a cursor. @throws AppError INVALID if it is malformed */
export function decodeCursor(cursor: string): Place {
  try {
    const [at, id] = atob(cursor).split(' ')
    const createdAt = new Date(at ?? '')
    if (id && /^[0-9a-f-]{36}$/.test(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  } catch {}
  return invalid('Invalid cursor')
}
