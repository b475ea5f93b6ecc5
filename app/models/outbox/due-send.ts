import type { Decision } from '~/engine/types'
import type { Loaded } from '~/models/enrollments/snapshot.server'

/** A due send that has no slot yet. */
export interface DueSend {
  loaded: Loaded
  decision: Extract<Decision, { type: 'send' }>
}
