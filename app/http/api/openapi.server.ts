import type { ServerBuild } from '@remix-run/node'
import { ImportUpload } from '~/models/imports/upload'
import type { App } from '../../app'
import type { AnyErrorCode } from '../../errors'
import { cookies } from '../cookies.server'
import { readerOf } from './etag.server'
import { LANGUAGES } from './examples/languages'
import { exampleRequest } from './examples/request'
import { describeEvents } from './openapi/events'
import { ErrorBody, errorResponse, HEADERS, headers, LIMIT_HEADERS, refusals } from './openapi/responses'
import { nameOf, type Schema, sampleOf } from './openapi/samples'
import { collectSchemas, type Schemas } from './openapi/schemas.server'
import type { ApiDescription, DescribedOperation, DescribedParameter } from './openapi/types'
import type { ApiHandler, ApiOperation, Method } from './operation'
import { AREAS, rowOf } from './reference/areas'
import { ERROR_TEXTS } from './reference/errors'

const known = new WeakMap<ServerBuild['routes'], ApiDescription>()

/** Describes every call of `/api` with the schemas that validate it. Made once for a build. */
export function describeApi(app: App, routes: ServerBuild['routes']): ApiDescription {
  const description = known.get(routes) ?? makeDescription(app, routes)
  known.set(routes, description)
  return description
}

function makeDescription(app: App, routes: ServerBuild['routes']): ApiDescription {
  const schemas = collectSchemas()
  const error = schemas.describe(ErrorBody, 'output', 'Error')
  const paths: ApiDescription['paths'] = {}
  for (const route of Object.values(routes)) {
    const handler = route?.module.loader as Partial<ApiHandler> | undefined
    if (!route?.path || !handler?.operations) continue
    const path = `/${route.path.replace(/:(\w+)/g, '{$1}')}`
    for (const [method, operation] of Object.entries(handler.operations)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeOperation(
        { app, schemas, path, method: method as Method },
        operation,
        handler as ApiHandler,
      )
    }
  }
  const webhooks = describeEvents(schemas)
  const used = JSON.stringify(paths)
  const codes = (Object.keys(ERROR_TEXTS) as AnyErrorCode[]).filter((code) =>
    used.includes(`responses/${code}"`),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coldframe',
      version: '1',
      summary: 'The calls behind the screens of Coldframe.',
      description:
        'Send an API key (created in Settings) as "Authorization: Bearer cf_…", or sign in: the session is a cookie. A key may make 600 calls a minute; RateLimit-Remaining and RateLimit-Reset say what is left, and for how many seconds. Lists take limit and cursor. A list that is a bare array has its page in headers: X-Has-More says whether there are more rows, X-Next-Cursor has the cursor of the next page, Link its address, and X-Total-Count the number of rows on all pages (10000+ means more than 10,000). A list inside an object has hasMore and nextCursor beside it; GET /api/contacts has both. Lists of objects that change also take updatedSince. Every response has a Request-Id, which errors repeat and the log of Coldframe contains.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: app.env.appUrl }],
    externalDocs: { url: new URL('/api/docs', app.env.appUrl).href },
    tags: AREAS.map(({ name, title, text }) => ({ name, description: text, 'x-displayName': title })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, created under Settings → API keys.',
        },
        session: { type: 'apiKey', in: 'cookie', name: cookies(app).session.name },
      },
      headers: HEADERS,
      responses: Object.fromEntries(
        codes.map((code) => [code, errorResponse(app.env.appUrl, code, ERROR_TEXTS[code], error)]),
      ),
      schemas: schemas.components,
    },
  }
}

interface Place {
  app: App
  schemas: Schemas
  path: string
  method: Method
}

function describeOperation(
  { app, schemas, path, method }: Place,
  operation: ApiOperation,
  { signedOut, byKey, operations }: ApiHandler,
): DescribedOperation {
  const row = rowOf(method, path)
  const schema = schemas.describe(operation.response, 'output')
  const caller = signedOut ? 'anonymous' : byKey ? 'key' : 'session'
  const hasTag = readerOf(operations) !== undefined
  const request = exampleRequest(app.env.appUrl, { method, path, caller }, row)
  return {
    operationId: row.id,
    tags: [row.area],
    summary: operation.summary,
    ...describedWith(row.text, operation),
    security: signedOut ? [] : [...(byKey ? [{ key: [] }] : []), { session: [] }],
    parameters: [
      ...pathParameters(path),
      ...queryParameters(operation, schemas),
      ...(method === 'GET' || signedOut ? [] : [IDEMPOTENCY_KEY]),
      ...(method !== 'GET' && hasTag ? [IF_MATCH] : []),
    ],
    ...bodyOf(operation, row, schemas),
    responses: {
      [operation.status ?? 200]: {
        description: 'Success',
        headers: headers(
          'Request-Id',
          ...(byKey ? LIMIT_HEADERS : []),
          ...(hasTag && method !== 'DELETE' ? (['ETag'] as const) : []),
          ...(method === 'GET' || signedOut ? [] : (['Idempotent-Replayed'] as const)),
          ...(hasPageHeaders(operation, schema, schemas)
            ? (['X-Has-More', 'X-Next-Cursor', 'Link', 'X-Total-Count'] as const)
            : []),
        ),
        content: {
          'application/json': {
            schema: schema,
            // The description of itself would hold itself.
            ...(row.id === 'getOpenApiDocument' ? {} : { example: sampleOf(schema, schemas.components) }),
          },
        },
      },
      ...refusals(path, method, operation, { signedOut, byKey, operations }),
    },
    'x-codeSamples': LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(request) })),
  }
}

/** Whether a list has its page in headers: a bare array, or one beside its total (`paged`, `pagedWithin`). */
function hasPageHeaders(operation: ApiOperation, schema: Schema, schemas: Schemas): boolean {
  const { type, properties = {} } = schemas.components[nameOf(schema) ?? ''] ?? schema
  const isList = 'cursor' in (queryOf(operation, schemas).properties ?? {})
  return isList && (type === 'array' || 'total' in properties)
}

/** What the summary does not say. */
function describedWith(text: string | undefined, { sends }: ApiOperation): { description?: string } {
  const sending =
    sends &&
    (sends === 'always'
      ? 'Sends email or causes email to be sent. Requires a key that may send email.'
      : 'May cause email to be sent. Then it requires a key that may send email.')
  const description = [text, sending].filter(Boolean).join(' ')
  return description ? { description } : {}
}

function bodyOf(
  { body, upload }: ApiOperation,
  row: ReturnType<typeof rowOf>,
  schemas: Schemas,
): Pick<DescribedOperation, 'requestBody'> {
  const name = `${row.id[0]!.toUpperCase()}${row.id.slice(1)}Request`
  if (upload) {
    const schema = schemas.describe(ImportUpload, 'input', name)
    const properties = schemas.components[name]?.properties
    if (properties) properties.file = { ...properties.file, type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const schema = schemas.describe(body, 'input', name)
  return { requestBody: { required: true, content: { 'application/json': { schema, example: row.body } } } }
}

const IDEMPOTENCY_KEY: DescribedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 200 visible ASCII characters, without spaces. A request that is sent again with the same key changes nothing more and gets the first response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]{1,200}$' },
}

const IF_MATCH: DescribedParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the object as it was read. If it has changed since, nothing is changed, and the response is 412.',
  schema: { type: 'string' },
}

const pathParameters = (path: string): DescribedParameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    description: `The id of the ${nounBefore(path, name!)}.`,
    schema: { type: 'string', ...(/(^id|Id)$/.test(name!) ? { format: 'uuid' } : {}) },
  }))

/** What paths call by another name than the interface. */
const NOUNS: Record<string, string> = {
  accounts: 'mailbox',
  'email-lists': 'email list',
  'email-sends': 'email',
  keys: 'API key',
  'mail-accounts': 'mailbox',
  personas: 'email list',
}

/** What a parameter of a path names: the segment before it, in the singular. */
function nounBefore(path: string, parameter: string): string {
  const segments = path.split('/')
  const segment = segments[segments.indexOf(`{${parameter}}`) - 1] ?? ''
  return NOUNS[segment] ?? segment.replace(/s$/, '')
}

const queryOf = ({ query }: ApiOperation, schemas: Schemas): Schema =>
  query ? schemas.describe(query, 'input') : {}

function queryParameters(operation: ApiOperation, schemas: Schemas): DescribedParameter[] {
  const { properties = {}, required = [] } = queryOf(operation, schemas)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }))
}
