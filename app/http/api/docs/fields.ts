import { defaultText, nameOf, type Schema } from '../openapi/samples'

/** A field as the reference shows it. */
export interface FieldView {
  name: string
  type: string
  required: boolean
  text: string
  /** The values that it takes, if they are few. */
  choices: string[]
  fields: FieldView[]
}

type Components = Record<string, Schema>

/** Inner objects are shown to this depth. */
const DEPTH = 3

/** The fields of an object, or of the objects in a list or in a choice. */
export function fieldsOf(schema: Schema, components: Components, depth = DEPTH): FieldView[] {
  const whole = inPlace(schema, components)
  const inner = [whole.items, ...(whole.anyOf ?? []), ...(whole.oneOf ?? []), ...(whole.allOf ?? [])]
  const own = Object.entries(whole.properties ?? {}).map(([name, schema]) => ({
    ...fieldOf(name, schema, components, depth),
    required: whole.required?.includes(name) ?? false,
  }))
  return [...own, ...inner.flatMap((schema) => (schema ? fieldsOf(schema, components, depth) : []))]
}

/** One field or parameter. */
export function fieldOf(name: string, schema: Schema, components: Components, depth = DEPTH): FieldView {
  return {
    name,
    type: typeOf(schema, components),
    required: false,
    text: [schema.description, defaultText(schema.default)].filter(Boolean).join(' '),
    choices: choicesOf(schema),
    fields: depth > 1 && nameOf(schema) !== 'JsonValue' ? fieldsOf(schema, components, depth - 1) : [],
  }
}

function inPlace(schema: Schema, components: Components): Schema {
  const name = nameOf(schema)
  return name ? (components[name] ?? {}) : schema
}

/** The most values that are listed. */
const MAX_CHOICES = 12

function choicesOf({ enum: values, anyOf = [], items }: Schema): string[] {
  const own = (values ?? []).filter((value) => value !== '' && value !== null).map(String)
  const all = [...own, ...anyOf.flatMap(choicesOf), ...(items ? choicesOf(items) : [])]
  return all.length > MAX_CHOICES ? [] : all
}

const WORDS: Record<string, string> = { integer: 'whole number', string: 'text', boolean: 'true or false' }
const FORMATS: Record<string, string> = { uuid: 'id', 'date-time': 'time', date: 'day', binary: 'file' }

/** The type of a schema in words. */
export function typeOf(schema: Schema, components: Components): string {
  const name = nameOf(schema)
  if (name) return name === 'JsonValue' ? 'any JSON value' : name
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    // Empty texts are what forms send; programs send null.
    const told = alternatives.filter((alternative) => alternative.const !== '')
    return [...new Set(told.map((schema) => typeOf(schema, components)))].join(' or ')
  }
  if (schema.allOf) return 'object'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items, components)}` : 'list'
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format]!
  const types = [schema.type ?? 'any value'].flat()
  return types.map((type) => WORDS[type] ?? type).join(' or ')
}
