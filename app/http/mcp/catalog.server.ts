import type { ServerBuild } from '@remix-run/node'
import { z } from 'zod'
import type { Key } from '~/models/accounts/keys/key'
import { mayEverAllow } from '~/models/accounts/keys/limits.server'
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
    additionalProperties: false
    /** What recursive fields refer to. */
    $defs?: Record<string, Schema>
  }
}

/** Rows of a list that a model gets, unless it asks for more: its context is small. */
export const FEW_ROWS = 20

/** The tools, with the calls of these routes. @throws Error for a tool whose call does not exist */
export function toolCalls(routes: ServerBuild['routes']): ToolCall[] {
  const handlers = new Map(
    Object.values(routes).map((route) => [`/${route?.path}`, route?.module.loader as unknown as ApiHandler]),
  )
  return Object.entries(TOOLS).map(([name, { call }]) => {
    const [method, path] = call.split(' ') as [Method, string]
    const handler = handlers.get(path)
    const operation = handler?.operations[method]
    if (!handler || !operation) throw new Error(`the tool ${name} needs ${call}`)
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!)
    const query = schemaOf(operation.query)
    if (query.properties.limit) query.properties.limit = { ...query.properties.limit, default: FEW_ROWS }
    const body = schemaOf(operation.body)
    const ids = Object.fromEntries(inPath.map((id) => [id, { type: 'string', format: 'uuid' }]))
    return {
      ...{ name, method, path, handler, operation, inPath },
      inQuery: Object.keys(query.properties),
      inputSchema: {
        type: 'object',
        properties: { ...body.properties, ...query.properties, ...ids },
        required: [...new Set([...inPath, ...query.required, ...body.required])],
        additionalProperties: false,
        ...(body.$defs ? { $defs: body.$defs } : {}),
      },
    }
  })
}

interface Fields {
  properties: Record<string, Schema>
  required: string[]
  $defs?: Record<string, Schema>
}

/** The fields of a schema as JSON Schema (draft 2020-12), as MCP wants it. */
function schemaOf(schema: z.ZodType | undefined): Fields {
  if (!schema) return { properties: {}, required: [] }
  const {
    properties = {},
    required = [],
    $defs,
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Partial<Fields>
  return { properties, required, ...($defs ? { $defs } : {}) }
}

/** Whether a key can use a tool at all. A tool that only sometimes sends is refused when it would. */
export const isOffered = ({ method, path, operation, inputSchema }: ToolCall, key: Key): boolean =>
  (key.scope === 'write' || method === 'GET') &&
  (key.mayDelete || method !== 'DELETE') &&
  (key.maySend || operation.sends !== 'always') &&
  mayEverAllow(key, path, inputSchema.required)

/** A tool as MCP lists it (Model Context Protocol 2025-06-18, "Tools"). */
export function describeTool({ name, method, operation, inputSchema }: ToolCall) {
  const { title, hint } = TOOLS[name]!
  const { sends } = operation
  const warning = sends && (sends === 'always' ? 'Sends email.' : 'May start sending emails.')
  return {
    name,
    title,
    description: [`${operation.summary}.`, hint, warning, method === 'DELETE' && 'Deletes.']
      .filter(Boolean)
      .join(' '),
    inputSchema,
    annotations: {
      title,
      readOnlyHint: method === 'GET',
      destructiveHint: method === 'DELETE' || sends !== undefined,
      idempotentHint: method === 'PUT' || method === 'DELETE',
      openWorldHint: sends !== undefined || operation.external === true,
    },
  }
}
