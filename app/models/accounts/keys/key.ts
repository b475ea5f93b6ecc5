import { z } from 'zod'
import { KEY_SCOPES, type SECURITY_EVENT_KINDS } from '#drizzle/schema/enums'
import { entityId, isoMoment, requiredText, yesNo } from '~/models/shared/fields'

/** The maximum number of sequences, and of email lists, that a key can be limited to. */
const MAX_OBJECTS = 100

const objects = z
  .array(entityId(), 'Must be a list of ids')
  .min(1, 'Choose at least one, or leave the limit out')
  .max(MAX_OBJECTS, `At most ${MAX_OBJECTS}`)
  .nullish()
  .transform((ids) => ids ?? null)

/** A new API key. */
export const NewKey = z.object({
  name: requiredText('Name is required', 80),
  scope: z.enum(KEY_SCOPES, 'Choose read or write'),
  /** When it stops working; absent or null for never. */
  expiresAt: isoMoment.nullish().transform((at) => at ?? null),
  /** The only sequences and email lists that it may use. If one of the two is given, everything else is refused. */
  sequenceIds: objects,
  personaIds: objects,
  /** Whether calls may send emails or trigger sending. */
  maySend: yesNo.transform((may) => may ?? true),
  /** Whether DELETE calls are allowed. */
  mayDelete: yesNo.transform((may) => may ?? true),
})
export type NewKey = z.output<typeof NewKey>

/** The lifetimes that the form offers, in days; 0 for a key that never expires. */
export const LIFETIMES = [0, 30, 90, 365] as const

const chosen = z.preprocess(
  (ids) => (ids === undefined || ids === '' ? null : [ids].flat()),
  z.array(entityId()).max(MAX_OBJECTS, `At most ${MAX_OBJECTS}`).nullable(),
)

/** The form of a new API key. */
export const KeyForm = NewKey.pick({ name: true, scope: true }).extend({
  lifetime: z.coerce.number().pipe(z.literal(LIFETIMES, 'Choose when it expires')),
  sequenceIds: chosen,
  personaIds: chosen,
  // Boxes that are not ticked are absent.
  maySend: yesNo.transform((may) => may ?? false),
  mayDelete: yesNo.transform((may) => may ?? false),
})

/** An API key as its owner sees it. */
export interface Key {
  id: string
  name: string
  scope: (typeof KEY_SCOPES)[number]
  /** Its first characters. */
  prefix: string
  sequenceIds: string[] | null
  personaIds: string[] | null
  maySend: boolean
  mayDelete: boolean
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** A kind of events in the security log. */
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]
