import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import type { ApiDescription } from '../../../app/http/api/openapi/types'
import { documentedCalls } from '../../../app/http/api/reference/areas'
import { ERROR_TEXTS } from '../../../app/http/api/reference/errors'
import { FIELD_TEXTS } from '../../../app/http/api/reference/fields'
import { readDescription } from '../../support/description'
import { sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let description: ApiDescription
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  description = await readDescription(server.client())
})

const operations = () => Object.values(description.paths).flatMap((methods) => Object.values(methods))

test('is valid OpenAPI 3.1, and its examples match its schemas', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'spec-strict-refs': 'error',
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
      // The test server is on this machine.
      'no-server-example.com': 'off',
      // Everyone may read the description itself.
      'operation-4xx-response': 'off',
    },
  })
  const source = JSON.stringify(description)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('the validator finds a missing schema and an example of another type', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const broken = structuredClone(description)
  const { get, patch } = broken.paths['/api/contacts/{id}']!
  get!.responses['200']!.content!['application/json'] = { schema: { $ref: '#/components/schemas/Nothing' } }
  patch!.responses['200']!.content!['application/json']!.example = 1
  const source = JSON.stringify(broken)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const found = problems.map(({ ruleId }) => ruleId)
  expect(found).toEqual(expect.arrayContaining(['no-unresolved-refs', 'no-invalid-media-type-examples']))
})

test('every call has a row in the reference, and every row a call', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(documentedCalls().sort())
})

test('no summary ends with a full stop, which the tools for agents add', () => {
  expect(operations().flatMap(({ summary }) => (summary.endsWith('.') ? [summary] : []))).toEqual([])
})

test('every object that a call returns has a name', () => {
  const unnamed = operations().flatMap(({ operationId, responses }) => {
    const [response] = Object.values(responses)
    const schema = response!.content!['application/json']!.schema
    return (schema.items ?? schema).$ref || operationId === 'getOpenApiDocument' ? [] : [operationId]
  })
  expect(unnamed).toEqual([])
})

test('a value of any kind has a schema that says so', () => {
  const { JsonValue, UpdateTemplateRequest } = description.components.schemas
  expect(UpdateTemplateRequest!.properties!.builderJson).toMatchObject({
    $ref: '#/components/schemas/JsonValue',
  })
  expect(JsonValue).toMatchObject({ type: ['string', 'number', 'boolean', 'null', 'array', 'object'] })
  // The names that the generator gives to schemas without one.
  expect(Object.keys(description.components.schemas).filter((name) => /schema\d/.test(name))).toEqual([])
})

test('every text about a field belongs to a field', () => {
  const names = new Set<string>()
  const read = (schema: unknown, object: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, ...rest } = schema as { properties?: object }
    for (const [name, inner] of Object.entries(properties)) {
      names.add(name).add(`${object}.${name}`)
      read(inner, object)
    }
    for (const inner of Object.values(rest)) read(inner, object)
  }
  for (const [object, schema] of Object.entries(description.components.schemas)) read(schema, object)
  for (const { parameters } of operations()) for (const { name } of parameters) names.add(name)
  expect(Object.keys(FIELD_TEXTS).filter((name) => !names.has(name))).toEqual([])
})

test('describes keys of requests and every error', async () => {
  const { schemas } = description.components
  expect(schemas.Error!.properties!.code!.enum).toEqual(Object.keys(ERROR_TEXTS))
  expect(schemas.Contact!.properties!.name!.type).toBe('string')
  const { patch, delete: deletes } = description.paths['/api/contacts/{id}']!
  expect(deletes!.responses['400']).toBeDefined()
  const key = patch!.parameters.find(({ name }) => name === 'Idempotency-Key')!
  const pattern = new RegExp(key.schema.pattern as string)
  const accepted = ['a', 'contact-4711', 'x'.repeat(200), '!~'].map((one) => pattern.test(one))
  const refused = ['', 'a b', 'ü', 'x'.repeat(201), 'a\n'].map((one) => pattern.test(one))
  expect([accepted, refused]).toEqual([
    [true, true, true, true],
    [false, false, false, false, false],
  ])
  expect(description.paths['/api/auth/change-password']!.post!.responses['429']).toBeDefined()
})

test('every parameter of a query has a text or says what it takes', () => {
  const silent = operations().flatMap(({ operationId, parameters }) =>
    parameters
      .filter((one) => one.in === 'query' && !one.description && !one.schema.enum)
      .map(({ name }) => `${operationId} ${name}`),
  )
  expect(silent).toEqual([])
})
