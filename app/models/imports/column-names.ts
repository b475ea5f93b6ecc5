import { byField, CONTACT_FIELDS, FIELD_NAMES } from '~/models/contacts/fields'

/** The headers of the known columns. */
export const IMPORT_COLUMNS = byField(
  FIELD_NAMES,
  (name) => CONTACT_FIELDS[name].column ?? CONTACT_FIELDS[name].label,
)
