import { z } from 'zod'
import { invalid } from '~/errors'
import { entityId, isoMoment } from './fields'

/** The position of a row in a list sorted by creation time and id, newest first. */
export interface Place {
  createdAt: Date
  id: string
}

/** Encodes a position as an opaque text. */
export const encodeCursor = ({ createdAt, id }: Place): string => btoa(`${createdAt.toISOString()} ${id}`)

const Decoded = z.tuple([isoMoment, entityId()])

/** Decodes a cursor. @throws AppError INVALID if it is malformed */
export function decodeCursor(cursor: string): Place {
  try {
    const [createdAt, id] = Decoded.parse(atob(cursor).split(' '))
    return { createdAt, id }
  } catch {
    return invalid('Invalid cursor')
  }
}
