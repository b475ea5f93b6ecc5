import type { ExampleRequest } from './request'

const CALLER = {
  key: '"Authorization: Bearer $COLDFRAME_API_KEY"',
  session: '"Cookie: $COLDFRAME_COOKIE"',
  anonymous: null,
}

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The example for a shell. */
export function curlExample({ method, url, headers, caller, body, upload }: ExampleRequest): string {
  const given = [
    CALLER[caller],
    ...Object.entries(headers).map(([name, value]) => quoted(`${name}: ${value}`)),
    ...(body === undefined ? [] : [quoted('Content-Type: application/json')]),
  ]
  const isImplied = method === 'GET' || (method === 'POST' && (body !== undefined || upload))
  return [
    `curl ${isImplied ? '' : `-X ${method} `}${quoted(url)}`,
    ...given.flatMap((header) => (header ? [`-H ${header}`] : [])),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(upload
      ? [
          `-F ${quoted(`file=@${upload.file}`)}`,
          ...Object.entries(upload.fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
        ]
      : []),
  ].join(' \\\n  ')
}
