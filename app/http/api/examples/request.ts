import type { CallRow } from '../reference/row'

/** How a caller shows who it is. */
export type Caller = 'key' | 'session' | 'anonymous'

/** The request of an example, from which each language makes its text. */
export interface ExampleRequest {
  method: string
  url: string
  /** Beside those of the body and the caller. */
  headers: Record<string, string>
  caller: Caller
  body?: unknown
  upload?: CallRow['upload']
}

/** @param appUrl where this installation is reached */
export function exampleRequest(
  appUrl: string,
  { method, path, caller }: { method: string; path: string; caller: Caller },
  { params = {}, query, body, upload }: CallRow,
): ExampleRequest {
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    appUrl,
  )
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
  // With a cookie, changes are accepted only from the installation's own pages (cross-site request forgery).
  const isForeign = caller === 'session' && method !== 'GET'
  return { method, url: url.href, headers: isForeign ? { Origin: url.origin } : {}, caller, body, upload }
}

/** The lines of a text, all but the first indented. */
export const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
