import { z } from 'zod'
import { API_OBJECTS } from '~/models/api/names'
import { FIELD_TEXTS } from '../reference/fields'
import { defaultText, type Schema } from './samples'

/** Turns schemas into JSON Schema, and collects those that have a name. */
export interface Schemas {
  /** The named schemas so far. */
  components: Record<string, Schema>
  /** @param name given to a schema that has none */
  describe(schema: z.ZodType, io: 'input' | 'output', name?: string): Schema
}

export function collectSchemas(): Schemas {
  // Not the global registry: other parts of the program read schemas in place.
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(API_OBJECTS)) names.add(schema, { id })
  const components: Record<string, Schema> = {}
  return {
    components,
    describe(schema, io, name) {
      const made = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any', override: simplify })
      const { $schema: _, $defs = {}, ...own } = inComponents(made)
      for (const [id, schema] of Object.entries($defs as Record<string, Schema>))
        components[id] ??= id === 'JsonValue' ? JSON_VALUE : explained(schema, id)
      if (!name || own.$ref) return explained(own)
      components[name] = explained(io === 'input' ? withoutDefaults(own) : own, name)
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

/** Says as much as the recursive schema. Types that refer to themselves are too much for some clients (openapi-fetch 0.17). */
const JSON_VALUE: Schema = {
  description: 'Any JSON value.',
  type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
  items: {},
  additionalProperties: true,
}

const inComponents = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema

/**
 * Dates are ISO texts in JSON. A format needs no pattern beside it, and a whole number no limits of JavaScript. A schema may describe itself, where
 * the name of its field means something else elsewhere.
 */
const simplify = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void => {
  const made = jsonSchema as Schema & { maximum?: number }
  const { description } = z.globalRegistry.get(zodSchema) ?? {}
  if (description) made.description = description
  if (zodSchema._zod.def.type === 'date') Object.assign(made, { type: 'string', format: 'date-time' })
  if (made.format) delete made.pattern
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
  // Calls refuse unknown names (see `withKnownNames`).
  if (made.properties) made.additionalProperties ??= false
}

/**
 * The schema of a body with its defaults as words: generators make a field with a default one that is always there, which is true of an
 * answer, and would force callers to send it.
 */
function withoutDefaults(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, { default: otherwise, ...property }]) => {
      const text = [property.description ?? FIELD_TEXTS[name], defaultText(otherwise)]
      return [
        name,
        otherwise === undefined ? property : { ...property, description: text.filter(Boolean).join(' ') },
      ]
    },
  )
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema
}

/** The schema with a description for each field that has a text (FIELD_TEXTS). */
function explained(schema: Schema, object = ''): Schema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, schema]) => {
              const text = schema.description ?? FIELD_TEXTS[`${object}.${name}`] ?? FIELD_TEXTS[name]
              return [name, { ...explained(schema, object), ...(text ? { description: text } : {}) }]
            }),
          ),
        }
      : {}),
    ...(items ? { items: explained(items, object) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((schema) => explained(schema, object)) } : {}),
  }
}
