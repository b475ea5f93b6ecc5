/** How one call appears in the reference: its stable id, what its summary does not say, and the values of its example. */
export interface CallRow {
  /** The `operationId`: the name of the call in generated clients. Never changed once it is released. */
  id: string
  /** Sentences after the summary, where a reader would ask. */
  text?: string
  params?: Record<string, string>
  query?: Record<string, string | number>
  /** The JSON body of the example. */
  body?: unknown
  /** The fields and the file of an upload. */
  upload?: { fields: Record<string, string>; file: string }
}

/** The calls of an area of the reference, by method and path: `GET /api/contacts/{id}`. */
export type CallRows = Record<string, CallRow>
