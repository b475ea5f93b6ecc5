import type { ApiDescription, DescribedOperation } from '../../app/http/api/openapi/types'
import type { Client } from './client'

/** The document of `/api/openapi.json`. */
export const readDescription = (client: Client): Promise<ApiDescription> =>
  client.ok<ApiDescription>('GET', '/api/openapi.json')

/** Its paths with every reference to a schema replaced by the schema itself; one that holds itself becomes "any value". */
export async function readPaths<T = DescribedOperation>(
  client: Client,
): Promise<Record<string, Record<string, T>>> {
  const document = await readDescription(client)
  const inPlace = (value: unknown, open: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one) => inPlace(one, open))
    const { $ref, ...rest } = value as { $ref?: string }
    const name = $ref?.replace('#/components/schemas/', '')
    if (name && open.includes(name)) return {}
    const found = name ? (document.components.schemas[name] ?? {}) : {}
    const whole = Object.entries({ ...found, ...rest })
    return Object.fromEntries(whole.map(([key, one]) => [key, inPlace(one, name ? [...open, name] : open)]))
  }
  return inPlace(document.paths, ['JsonValue']) as Record<string, Record<string, T>>
}
