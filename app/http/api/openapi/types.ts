import type { Schema } from './samples'

/** The parts of an OpenAPI document that we use (OpenAPI Specification 3.1.0). */
export interface ApiDescription {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: { url: string }[]
  externalDocs: { url: string }
  tags: { name: string; description: string; 'x-displayName': string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  /** What Coldframe posts to webhooks, by the type of the event. */
  webhooks: Record<string, { post: DescribedEvent }>
  components: {
    securitySchemes: object
    headers: Record<string, object>
    responses: Record<string, object>
    schemas: Record<string, Schema>
  }
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: DescribedParameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, DescribedResponse>
  'x-codeSamples': { lang: string; label: string; source: string }[]
}

/** An event that a webhook is told about. */
interface DescribedEvent {
  operationId: string
  tags: string[]
  summary: string
  /** The signature of each request, which is not a scheme of OpenAPI. */
  security: []
  requestBody: { required: true; content: Record<string, { schema: Schema }> }
  responses: Record<string, DescribedResponse>
}

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface DescribedResponse {
  $ref?: string
  description?: string
  headers?: Record<string, object>
  content?: Record<string, { schema: Schema; example?: unknown }>
}
