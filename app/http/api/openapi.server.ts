import type { ServerBuild } from '@remix-run/node'
import { z } from 'zod'
import { EVENT_DATA } from '~/models/api/webhooks'
import { EVENT_WORDS, type EventType } from '~/models/webhooks/event-types'
import type { App } from '../../app.server'
import type { ApiHandler, ApiOperation, Method } from '../api.server'
import { cookies } from '../cookies.server'

/** The parts of an OpenAPI document that we use (OpenAPI Specification 3.1.0). */
export interface ApiDescription {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, DescribedOperation>>
  /** What the product posts to webhooks, by the type of the event. */
  webhooks: Record<string, { post: DescribedWebhook }>
  components: Record<string, unknown>
}

interface DescribedOperation {
  summary: string
  security: Record<string, string[]>[]
  parameters: unknown[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

interface DescribedWebhook {
  summary: string
  requestBody: unknown
  responses: Record<string, unknown>
}

type Schema = Record<string, unknown>

/** Describes every call of `/api` with the schemas that validate it. */
export function describeApi(app: App, routes: ServerBuild['routes']): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const route of Object.values(routes)) {
    const handler = route?.module.loader as Partial<ApiHandler> | undefined
    if (!route?.path || !handler?.operations) continue
    const path = `/${route.path.replace(/:(\w+)/g, '{$1}')}`
    for (const [method, operation] of Object.entries(handler.operations)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeOperation(
        path,
        method as Method,
        operation,
        handler as ApiHandler,
      )
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coldframe',
      version: '1',
      description:
        'The calls behind the screens. Send an API key (created in Settings) as "Authorization: Bearer cf_…", or sign in: the session is a cookie. A key may make 600 calls a minute; RateLimit-Remaining and RateLimit-Reset say what is left, and for how many seconds. Lists are paginated: the header X-Next-Cursor has the cursor of the next page, X-Total-Count the total number of rows (10000+ means more than 10,000).',
    },
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: cookies(app).session.name },
      },
      schemas: { Error: jsonSchema(ErrorAnswer, 'output') },
    },
  }
}

/** The events that webhooks are told about, in the form of the Standard Webhooks specification. */
function describeWebhooks(): ApiDescription['webhooks'] {
  const types = Object.keys(EVENT_DATA) as EventType[]
  return Object.fromEntries(
    types.map((type) => {
      const body = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] })
      const schema = jsonSchema(body, 'output')
      const post = {
        summary: EVENT_WORDS[type],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
      }
      return [type, { post }]
    }),
  )
}

/** The format of every error response. */
const ErrorAnswer = z.object({
  message: z.string(),
  code: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

function describeOperation(
  path: string,
  method: Method,
  operation: ApiOperation,
  { signedOut, byKey }: Pick<ApiHandler, 'signedOut' | 'byKey'>,
): DescribedOperation {
  const body = operation.body && jsonSchema(operation.body, 'input')
  return {
    summary: operation.summary,
    security: signedOut ? [] : [...(byKey ? [{ key: [] }] : []), { session: [] }],
    parameters: [
      ...pathParameters(path),
      ...queryParameters(operation.query),
      ...(method === 'GET' || signedOut ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    ...(operation.upload
      ? {
          requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
        }
      : {}),
    responses: {
      [operation.status ?? 200]: {
        description: 'Success',
        content: { 'application/json': { schema: jsonSchema(operation.answer, 'output') } },
      },
      ...refusals(path, method, { signedOut, byKey }),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your choice. A request that is sent again with the same key changes nothing more and gets the first response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const ERROR = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

function refusals(
  path: string,
  method: Method,
  { signedOut, byKey }: Pick<ApiHandler, 'signedOut' | 'byKey'>,
): Record<string, unknown> {
  return {
    ...(method === 'GET' ? {} : { 400: { description: 'Invalid input', ...ERROR } }),
    ...(signedOut ? {} : { 401: { description: 'Not signed in', ...ERROR } }),
    ...(byKey ? { 403: { description: 'The API key does not allow this call', ...ERROR } } : {}),
    ...(byKey ? { 429: { description: 'Too many calls with this API key', ...ERROR } } : {}),
    ...(path.includes('{') ? { 404: { description: 'Not found, or not yours', ...ERROR } } : {}),
    ...(method === 'GET' || signedOut
      ? {}
      : { 422: { description: 'The Idempotency-Key was used for a different request', ...ERROR } }),
    503: { description: 'The database is unavailable', ...ERROR },
  }
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(/(^id|Id)$/.test(name!) ? { format: 'uuid' } : {}) },
  }))

function queryParameters(query: z.ZodType | undefined) {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** A schema as JSON Schema; a schema that cannot be expressed, or is recursive, becomes "any value". */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return JSON.parse(
    JSON.stringify(made, (key, value: unknown) => {
      if (key === '$schema' || key === '$defs') return undefined
      return typeof value === 'object' && value !== null && '$ref' in value ? {} : value
    }),
  ) as Schema
}
