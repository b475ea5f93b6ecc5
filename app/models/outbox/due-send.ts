import type { Decision } from '~/engine/types'
import type { LoadedEnrollment } from '~/models/enrollments/snapshot.server'

/** A due send that has no slot yet. */
export interface DueSend {
  loaded: LoadedEnrollment
  decision: Extract<Decision, { type: 'send' }>
}
