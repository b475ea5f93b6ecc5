import type { AnyErrorCode } from '~/errors'
import { nameOf } from '../openapi/samples'
import type { ApiDescription, DescribedOperation } from '../openapi/types'
import { AREAS } from '../reference/areas'
import { ERROR_TEXTS } from '../reference/errors'
import { type FieldView, fieldOf, fieldsOf, typeOf } from './fields'

/** A call in the contents of the reference. */
export interface CallLink {
  id: string
  area: string
  method: string
  path: string
  summary: string
}

/** A call as its page shows it. */
export interface CallView extends CallLink {
  text: string
  /** Who may make it. */
  access: string
  parameters: (FieldView & { in: string })[]
  body: { type: string; fields: FieldView[] } | null
  response: { status: string; type: string; fields: FieldView[]; example: string | null }
  errors: { status: string; code: AnyErrorCode }[]
  samples: { label: string; source: string }[]
}

/** The areas with their calls, in the order of the reference. */
export function contentsOf(description: ApiDescription) {
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => linkOf(path, method, operation)),
  )
  return AREAS.map(({ name, title, text, calls }) => {
    const order = Object.values(calls).map(({ id }) => id)
    const own = all.filter(({ area }) => area === name)
    return { name, title, text, calls: own.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) }
  })
}

const linkOf = (
  path: string,
  method: string,
  { operationId, tags, summary }: DescribedOperation,
): CallLink => ({
  id: operationId,
  area: tags[0]!,
  method: method.toUpperCase(),
  path,
  summary,
})

/** The calls of an area; null for an unknown area. */
export function areaOf(description: ApiDescription, name: string) {
  const area = contentsOf(description).find((entry) => entry.name === name)
  if (!area) return null
  return { ...area, calls: area.calls.map((link) => callOf(description, link)) }
}

function callOf({ paths, components }: ApiDescription, link: CallLink): CallView {
  const operation = paths[link.path]![link.method.toLowerCase()]!
  const [[status, response]] = Object.entries(operation.responses) as [
    [string, DescribedOperation['responses'][string]],
  ]
  const { schema, example } = response.content!['application/json']!
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return {
    ...link,
    text: operation.description ?? '',
    access: accessOf(link.method, operation),
    parameters: operation.parameters.map((parameter) => ({
      ...fieldOf(
        parameter.name,
        { ...parameter.schema, description: parameter.description },
        components.schemas,
      ),
      required: parameter.required,
      in: parameter.in,
    })),
    body: body
      ? {
          type: operation.requestBody!.content['application/json'] ? 'JSON' : 'multipart/form-data',
          fields: fieldsOf(body, components.schemas),
        }
      : null,
    response: {
      status,
      type: typeOf(schema, components.schemas),
      fields: nameOf(schema) === 'Done' ? [] : fieldsOf(schema, components.schemas),
      example: example === undefined ? null : JSON.stringify(example, null, 2),
    },
    errors: Object.entries(operation.responses).flatMap(([each, { $ref }]) => {
      const code = $ref?.split('/').at(-1) as AnyErrorCode | undefined
      return code && code in ERROR_TEXTS ? [{ status: each, code }] : []
    }),
    samples: operation['x-codeSamples'].map(({ label, source }) => ({ label, source })),
  }
}

function accessOf(method: string, { security }: DescribedOperation): string {
  if (security.length === 0) return 'Anyone'
  if (!security.some(({ key }) => key)) return 'Session only'
  return method === 'GET' ? 'Key: read or write' : 'Key: write'
}
