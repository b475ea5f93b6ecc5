import { z } from 'zod'

/** The part of a JSON Schema that lists an object's properties. */
interface Shape {
  additionalProperties?: unknown
  properties?: Record<string, unknown>
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

const known = new WeakMap<z.ZodType, ReadonlySet<string>>()

/** The names of the fields that a schema reads. */
export function fieldsOf(schema: z.ZodType): ReadonlySet<string> {
  let names = known.get(schema)
  if (!names) {
    names = new Set(namesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape))
    known.set(schema, names)
  }
  return names
}

function namesOf({
  properties = {},
  additionalProperties,
  anyOf = [],
  oneOf = [],
  allOf = [],
}: Shape): string[] {
  if (additionalProperties) throw new Error('The schema of a form must name its fields')
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(namesOf)]
}

/**
 * Keeps only the fields that a schema knows. The form library gives some names a special meaning (`__intent__`, `__state__`) and fails
 * on unexpected values in them; our forms never send them.
 */
export function onlyKnown(form: FormData, schema: z.ZodType): FormData {
  const names = fieldsOf(schema)
  const kept = new FormData()
  for (const [name, value] of form) if (names.has(name)) kept.append(name, value)
  return kept
}
