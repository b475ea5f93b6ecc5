import { z } from 'zod'
import { invalid } from '~/errors'
import { entityId, isoMoment } from './fields'

/** The position of a row in a list sorted by creation time and id, newest first. */
export interface CursorPosition {
  createdAt: Date
  id: string
}

/** Encodes a position as an opaque text. */
export const encodeCursor = ({ createdAt, id }: CursorPosition): string =>
  btoa(`${createdAt.toISOString()} ${id}`)

const Decoded = z.tuple([isoMoment, entityId()])

/** Decodes a cursor. @throws AppError INVALID if it is malformed */
export function decodeCursor(cursor: string): CursorPosition {
  try {
    const [createdAt, id] = Decoded.parse(atob(cursor).split(' '))
    return { createdAt, id }
  } catch {
    return invalid('Invalid cursor')
  }
}
