/** The value of a field as a form shows it: a text, a checkbox, or the chosen ones of several. */
type EditValue = string | boolean | string[]

/** The fields of a stored object, as the form shows them that edits it. */
export type EditValues = Record<string, EditValue>

/** What a form saves as one, with its label: a field, or several that only make sense together. */
export type EditParts = Record<string, string | { label: string; fields: readonly string[] }>

/** The field of a form that says which values it was loaded with. */
export const LOADED = 'loaded'

/** The field that chooses the value of a part which was changed here and elsewhere: `mine` or `theirs`. */
export const choiceField = (part: string): string => `keep-${part}`

/** What a form is loaded with. */
export interface LoadedEdit {
  values: EditValues
  /** The content of the field LOADED. */
  loaded: string
}

/** A part that was saved elsewhere since the form was loaded, with its stored values by field. */
export interface ElsewherePart {
  name: string
  label: string
  theirs: EditValues
}

/** What the response to a refused form says about changes from elsewhere. */
export interface EditResponse {
  loaded: string
  /** The form changes them too: the user chooses. */
  asked: (ElsewherePart & { chosen: 'mine' | 'theirs' | null })[]
  /** The form does not change them: their stored values are kept. */
  kept: ElsewherePart[]
}

/** The fields of a part that a form has, with their labels. @throws Error for a field without a part, which no save would compare */
export function partsOf(parts: EditParts, values: EditValues) {
  const known = Object.entries(parts).flatMap(([name, part]) =>
    typeof part === 'string' ? name : part.fields,
  )
  const missing = Object.keys(values).find((field) => !known.includes(field))
  if (missing) throw new Error(`The field ${missing} belongs to no part`)
  return Object.entries(parts).flatMap(([name, part]) => {
    const { label, fields } = typeof part === 'string' ? { label: part, fields: [name] } : part
    const own = fields.filter((field) => field in values)
    return own.length > 0 ? [{ name, label, fields: own }] : []
  })
}
