import { z } from 'zod'
import { json } from '~/models/shared/fields'
import { tagList } from '../contact'
import type { FieldValue } from '../own-fields/value'

/** What can be done with many contacts at once. */
export const BULK_ACTIONS = [
  'addToList',
  'removeFromList',
  'tag',
  'untag',
  'setField',
  'enroll',
  'suppress',
  'delete',
  'export',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The most contacts that a call names one by one. */
export const MAX_NAMED = 1000

/** The fields that each action needs. Others are refused. */
const NEEDS = {
  addToList: ['personaId'],
  removeFromList: ['personaId'],
  tag: ['tags'],
  untag: ['tags'],
  setField: ['key', 'value'],
  enroll: ['sequenceId'],
  suppress: [],
  delete: [],
  export: ['format'],
} as const satisfies Record<BulkAction, readonly string[]>
const PARTS = [...new Set(Object.values(NEEDS).flat())]

/** A change of many contacts: of those that a call names, or of all that match a filter. */
export const NewBulk = z
  .object({
    contactIds: z
      .array(z.uuid('Invalid id'), 'Must be a list of ids')
      .min(1, 'Choose at least one contact')
      .max(MAX_NAMED, `At most ${MAX_NAMED} contacts. Send a filter for more.`)
      .optional(),
    /** Its parts are checked against the user's fields (see checkFilter). */
    filter: z.record(z.string().max(10), json).optional(),
    action: z.enum(BULK_ACTIONS, `The action is one of ${BULK_ACTIONS.join(', ')}`),
    personaId: z.uuid('Email list not found').optional(),
    sequenceId: z.uuid('Sequence not found').optional(),
    tags: tagList.refine((list) => list.length > 0, 'Name at least one tag').optional(),
    key: z.string('Must be a field').min(1, 'Must be a field').max(200, 'Unknown field').optional(),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.null()], 'Must be a text, a number, true or false')
      .optional(),
    format: z.enum(EXPORT_FORMATS, `The format is one of ${EXPORT_FORMATS.join(', ')}`).optional(),
  })
  .superRefine((given, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if ((given.contactIds === undefined) === (given.filter === undefined))
      refuse('contactIds', 'Send contactIds or a filter, one of them')
    const needs: readonly string[] = NEEDS[given.action]
    for (const part of PARTS) {
      if (needs.includes(part) && given[part] === undefined) refuse(part, `${given.action} needs ${part}`)
      if (!needs.includes(part) && given[part] !== undefined) refuse(part, `${given.action} takes no ${part}`)
    }
  })
export type NewBulk = z.output<typeof NewBulk>

/** A change of contacts whose parts are there. An empty value removes the one of the field. */
export type BulkChange =
  | { action: 'addToList'; personaId: string }
  | { action: 'removeFromList'; personaId: string }
  | { action: 'tag'; tags: string[] }
  | { action: 'untag'; tags: string[] }
  | { action: 'setField'; key: string; value: FieldValue | null }
  | { action: 'enroll'; sequenceId: string }
  | { action: 'suppress' }
  | { action: 'delete' }
  | { action: 'export'; format: ExportFormat }

/** The parts of a checked call that its action needs. */
export const changeOf = (given: NewBulk): BulkChange =>
  Object.fromEntries(
    ['action', ...NEEDS[given.action]].map((part) => [part, given[part as keyof NewBulk]]),
  ) as BulkChange

/** Why a contact was left as it is, with the words of the summary. */
export const UNCHANGED = {
  already: 'already so',
  gone: 'deleted in the meantime',
  fullTags: 'have as many tags as a contact can have',
  suppressed: 'suppressed',
  unsubscribed: 'unsubscribed',
  hardBounced: 'bounced',
  domain: 'at a domain on the do-not-contact list',
  overLimit: 'wait for a higher limit of the sequence',
  changedSince: 'changed since',
} as const
export type Unchanged = keyof typeof UNCHANGED
/** How many contacts were left as they are, by reason. */
export type Reasons = Partial<Record<Unchanged, number>>

/** The sum of two counts. */
export function addReasons(one: Reasons, other: Reasons): Reasons {
  const sum = { ...one }
  for (const [reason, n] of Object.entries(other) as [Unchanged, number][])
    sum[reason] = (sum[reason] ?? 0) + n
  return sum
}

/** The actions that can be undone. */
export const UNDOABLE: readonly BulkAction[] = ['addToList', 'removeFromList', 'tag', 'untag', 'setField']
/** How long they can be undone, in days. */
export const UNDO_DAYS = 7
