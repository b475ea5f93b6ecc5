import type { ServerBuild } from '@remix-run/node'
import type { z } from 'zod'
import type { Key } from '~/models/accounts/keys/key'
import { mayEverAllow } from '~/models/accounts/keys/limits.server'
import { type Schema as DescribedSchema, nameOf } from '../api/openapi/samples'
import { collectSchemas, type Schemas } from '../api/openapi/schemas.server'
import type { ApiHandler, ApiOperation, Method } from '../api/operation'
import { TOOLS } from './tools'

type Schema = Record<string, unknown>

/** A tool with the call that it makes. */
export interface ToolCall {
  name: string
  method: Method
  /** With its parameters as in the route table: `/api/contacts/:id`. */
  path: string
  handler: ApiHandler
  operation: ApiOperation
  /** The names of its arguments that go into the path, and into the query. The others are the body. */
  inPath: string[]
  inQuery: string[]
  inputSchema: {
    type: 'object'
    properties: Record<string, Schema>
    required: string[]
  }
  outputSchema: { type: 'object'; required: string[] }
}

/** What an id in a path names: the object that the part before it is about. */
const OF_PATH: Record<string, string> = {
  contacts: 'contact',
  personas: 'email list',
  templates: 'template',
  sequences: 'sequence',
  steps: 'step',
  conversations: 'conversation',
}

const aboutId = (path: string, name: string): string => {
  const parts = path.split('/')
  const area = parts[parts.indexOf(`:${name}`) - 1]!
  return `The id of the ${OF_PATH[area] ?? area}.`
}

/** Rows of a list that a model gets, unless it asks for more: its context is small. */
export const FEW_ROWS = 20

/** The tools, with the calls of these routes. @throws Error for a tool whose call does not exist */
export function toolCalls(routes: ServerBuild['routes']): ToolCall[] {
  const schemas = collectSchemas()
  const handlers = new Map(
    Object.values(routes).map((route) => [`/${route?.path}`, route?.module.loader as unknown as ApiHandler]),
  )
  return Object.entries(TOOLS).map(([name, { call }]) => {
    const [method, path] = call.split(' ') as [Method, string]
    const handler = handlers.get(path)
    const operation = handler?.operations[method]
    if (!handler || !operation) throw new Error(`the tool ${name} needs ${call}`)
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!)
    const query = fieldsOf(operation.query, schemas)
    if (query.properties.limit) query.properties.limit = { ...query.properties.limit, default: FEW_ROWS }
    const body = fieldsOf(operation.body, schemas)
    const ids = Object.fromEntries(
      inPath.map((id) => [id, { type: 'string', description: aboutId(path, id) }]),
    )
    return {
      ...{ name, method, path, handler, operation, inPath },
      inQuery: Object.keys(query.properties),
      inputSchema: {
        type: 'object',
        properties: { ...body.properties, ...query.properties, ...ids },
        required: [...new Set([...inPath, ...query.required, ...body.required])],
      },
      outputSchema: outputOf(operation.response, schemas),
    }
  })
}

interface Fields {
  properties: Record<string, Schema>
  required: string[]
}

/** Keywords that a model does not need: the call refuses what does not fit, and says why. */
const LEFT_OUT = new Set([
  ...['additionalProperties', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'propertyNames'],
])

/** Parameters for programs that keep a copy of everything. */
const FOR_PROGRAMS = new Set(['updatedSince'])

/** More values than this are not listed, such as the countries whose holidays can be kept. */
const MOST_VALUES = 12

/** The fields of a schema as JSON Schema (draft 2020-12), with the texts of the reference, in as few words as possible. */
function fieldsOf(schema: z.ZodType | undefined, schemas: Schemas): Fields {
  if (!schema) return { properties: {}, required: [] }
  const { properties = {}, required = [] } = schemas.describe(schema, 'input')
  return {
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, one]) =>
        FOR_PROGRAMS.has(name) ? [] : [[name, brief(one)]],
      ),
    ),
    required,
  }
}

/** A schema without what a model does not need. Any JSON value is the empty schema. */
function brief(schema: Schema): Schema {
  const { anyOf, $ref: _, ...own } = schema as Schema & { anyOf?: Schema[] }
  const kept = Object.entries(own).flatMap(([name, value]): [string, unknown][] => {
    if (LEFT_OUT.has(name) || value === 'uuid') return []
    if (name === 'enum' && (value as unknown[]).length > MOST_VALUES) return []
    if (name === 'properties') {
      const inner = Object.entries(value as Record<string, Schema>)
      return [[name, Object.fromEntries(inner.map(([field, one]) => [field, brief(one)]))]]
    }
    return [[name, name === 'items' ? brief(value as Schema) : value]]
  })
  return { ...chosenOf(anyOf ?? []), ...Object.fromEntries(kept) }
}

/** What a value may be, without nothing (null or an empty text). Alternatives that are all texts are a text, which its description explains. */
function chosenOf(anyOf: Schema[]): Schema {
  const choices = anyOf.filter(({ type, const: value }) => type !== 'null' && value !== '').map(brief)
  const [first = {}, ...others] = choices
  if (others.length === 0) return first
  return choices.every(({ type }) => type === 'string') ? { type: 'string' } : { anyOf: choices }
}

/** What a tool always returns, as far as a model needs it for its next call. A list is in `items`, because structured results are objects. */
function outputOf(response: z.ZodType, schemas: Schemas) {
  const schema = resolved(schemas.describe(response, 'output'), schemas)
  const names = schema.type === 'array' ? ['items', 'nextCursor', 'hasMore'] : (schema.required ?? [])
  return { type: 'object' as const, required: names.includes('id') ? ['id'] : names }
}

const resolved = (schema: DescribedSchema, { components }: Schemas): DescribedSchema =>
  components[nameOf(schema) ?? ''] ?? schema

/** Whether a key can use a tool at all. A tool that only sometimes sends is refused when it would. */
export const isOffered = ({ method, path, operation, inputSchema }: ToolCall, key: Key): boolean =>
  (key.scope === 'write' || method === 'GET') &&
  (key.mayDelete || method !== 'DELETE') &&
  (key.maySend || operation.sends !== 'always') &&
  mayEverAllow(key, path, inputSchema.required)

/** A tool as MCP lists it (Model Context Protocol 2025-06-18, "Tools"). */
export function describeTool({ name, method, operation, inputSchema, outputSchema }: ToolCall) {
  const { hint } = TOOLS[name]!
  const { sends } = operation
  const warning = sends && (sends === 'always' ? 'Sends email.' : 'May start sending emails.')
  return {
    name,
    description: [`${operation.summary}.`, hint, warning, method === 'DELETE' && 'Deletes.']
      .filter(Boolean)
      .join(' '),
    inputSchema,
    outputSchema,
    // As far as they differ from what the protocol assumes of a tool.
    annotations: {
      ...(method === 'GET' ? { readOnlyHint: true } : {}),
      ...(method !== 'GET' && method !== 'DELETE' && sends === undefined ? { destructiveHint: false } : {}),
      ...(method === 'PUT' || method === 'DELETE' ? { idempotentHint: true } : {}),
      ...(sends === undefined && operation.external !== true ? { openWorldHint: false } : {}),
    },
  }
}
