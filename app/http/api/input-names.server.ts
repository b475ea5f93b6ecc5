import { z } from 'zod'
import { AppError } from '~/errors'
import { didYouMean } from '~/models/shared/spelling'

/**
 * Names of one thing in different calls. The first is the glossary's; a call takes each of them, and its description has the one
 * that its schema has.
 */
const SYNONYMS = [
  ['mailboxId', 'senderAccountId', 'accountId'],
  ['personaId', 'emailListId'],
  ['personaIds', 'emailListIds'],
  ['jobTitles', 'personTitles'],
  ['apolloId', 'personId'],
  ['limit', 'per_page'],
  ['q', 'query'],
  ['status', 'statusFilter'],
  ['industry', 'industryFilter'],
  ['text', 'plainTextBody'],
  ['html', 'htmlBody'],
]

/** The most names that one refusal lists. */
const MAX_NAMES = 100
/** As much of an unknown name as a message shows. */
const SHOWN = 100

/** The part of a JSON Schema that names fields. */
interface Shape {
  $ref?: string
  properties?: Record<string, Shape>
  additionalProperties?: unknown
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

interface Unknown {
  path: string
  message: string
}

const NOTHING = z.strictObject({})
const shapes = new WeakMap<z.ZodType, Shape>()

function shapeOf(schema: z.ZodType): Shape {
  const made =
    shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  shapes.set(schema, made)
  return made
}

/**
 * The input of a call with its names as the schema has them: synonyms are renamed.
 * @param also a schema of which names are accepted, too: the object that the call returns
 * @throws AppError INVALID for names that neither schema has, and for two names of one field
 */
export function withKnownNames<T extends object>(
  what: 'field' | 'parameter',
  given: T,
  schema: z.ZodType = NOTHING,
  also?: z.ZodType,
): T {
  const unknown: Unknown[] = []
  const rename = (value: unknown, given: Shape[], at: string): unknown => {
    if (unknown.length >= MAX_NAMES) return value
    const all = given.flatMap(alternatives)
    if (Array.isArray(value)) {
      const items = all.flatMap((shape) => shape.items ?? [])
      return items.length === 0 ? value : value.map((item, index) => rename(item, items, `${at}${index}.`))
    }
    const objects = all.filter((shape) => shape.properties)
    if (typeof value !== 'object' || value === null || objects.length === 0 || all.some(isOpen)) return value
    const names = new Set(objects.flatMap((shape) => Object.keys(shape.properties!)))
    const renamed = new Map<string, unknown>()
    for (const [name, inner] of Object.entries(value)) {
      const own = names.has(name) ? name : synonymIn(name, names)
      if (own === undefined) unknown.push({ path: at + name, message: unknownName(what, name, names) })
      else if (renamed.has(own) || (own !== name && Object.hasOwn(value, own)))
        unknown.push({
          path: at + name,
          message: `${own} and ${name} are the same ${what}: send one of them`,
        })
      else
        renamed.set(
          own,
          rename(
            inner,
            objects.flatMap((shape) => shape.properties![own] ?? []),
            `${at}${own}.`,
          ),
        )
      if (unknown.length >= MAX_NAMES) break
    }
    return Object.fromEntries(renamed)
  }
  const named = rename(given, [shapeOf(schema), ...(also ? [shapeOf(also)] : [])], '')
  const [first] = unknown
  if (first) throw new AppError('INVALID', first.message, { field: first.path, issues: unknown })
  return named as T
}

const alternatives = (shape: Shape): Shape[] => {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
  return inner.length === 0 ? [shape] : inner.flatMap(alternatives)
}

/** Whether an object of this shape may have any names: a record, or any value. */
const isOpen = ({ properties, additionalProperties, items, ...rest }: Shape) =>
  Boolean(additionalProperties) ||
  (!properties && !items && Object.keys(rest).every((key) => key === '$schema' || key === '$ref'))

/** The names of the same thing, with this one. */
export const synonymsOf = (name: string): readonly string[] =>
  SYNONYMS.find((group) => group.includes(name)) ?? [name]

const synonymIn = (name: string, names: ReadonlySet<string>): string | undefined =>
  synonymsOf(name).find((synonym) => names.has(synonym))

function unknownName(what: string, name: string, names: ReadonlySet<string>): string {
  const meant = didYouMean(name, names)
  return `Unknown ${what} ${name.slice(0, SHOWN)}${meant ? `. Did you mean ${meant}?` : ''}`
}
