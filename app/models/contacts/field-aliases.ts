import { CONTACT_FIELDS, FIELD_NAMES, type FieldName } from './fields'

/** The field by each of its names in other programs and languages, as `toPlainKey` writes it. */
export const FIELD_BY_ALIAS: ReadonlyMap<string, FieldName> = new Map(
  FIELD_NAMES.flatMap((field) =>
    (CONTACT_FIELDS[field].aliases?.split(/\s+/) ?? []).map((alias) => [alias, field] as const),
  ),
)
