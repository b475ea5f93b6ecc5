import type { CONTACT_FIELD_TYPES } from '#drizzle/schema/enums'

/** What a value of a user's own field is. */
export type OwnFieldType = (typeof CONTACT_FIELD_TYPES)[number]

/** What people call the types. */
export const TYPE_LABELS: Record<OwnFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  url: 'Link',
  choice: 'Choice',
}

/** A field of contacts that the user made. */
export interface OwnField {
  id: string
  name: string
  /** The variable of templates and the key in `custom`: made from the first name, and never changed. */
  key: string
  type: OwnFieldType
  /** The values of a choice; empty for other types. */
  options: string[]
}

/** The most fields of a user. */
export const MAX_FIELDS = 100
