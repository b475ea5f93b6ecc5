import { type ExampleRequest, indented } from './request'

const CALLER = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  key: 'Authorization: `Bearer ${process.env.COLDFRAME_API_KEY}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  session: 'Cookie: `${process.env.COLDFRAME_COOKIE}`',
  anonymous: null,
}

const text = (value: string) =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : text(name))

/** A JSON value as a literal. */
function literal(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) {
    const parts = value.map(literal)
    return parts.some((part) => part.includes('\n')) ? block('[', parts, ']') : `[${parts.join(', ')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, part]) => `${key(name)}: ${literal(part)}`)
    return parts.length === 0 ? '{}' : block('{', parts, '}')
  }
  return JSON.stringify(value)
}

const block = (open: string, parts: string[], close: string) =>
  `${open}\n${parts.map((part) => `  ${indented(part, '  ')},\n`).join('')}${close}`

/** The example for Node and other runtimes with `fetch`. */
export function typescriptExample({ method, url, headers, caller, body, upload }: ExampleRequest): string {
  const given = [
    CALLER[caller],
    ...Object.entries(headers).map(([name, value]) => `${key(name)}: ${text(value)}`),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ].flatMap((header) => header ?? [])
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(given.length === 0 ? [] : [`headers: ${block('{', given, '}')}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body)})`]),
    ...(upload ? ['body: form'] : []),
  ]
  const call =
    options.length === 0 ? `fetch(${text(url)})` : `fetch(${text(url)}, ${block('{', options, '}')})`
  return [
    ...(upload
      ? [
          "import { openAsBlob } from 'node:fs'\n",
          'const form = new FormData()',
          `form.set('file', await openAsBlob(${text(upload.file)}), ${text(upload.file)})`,
          ...Object.entries(upload.fields).map(([name, value]) => `form.set(${text(name)}, ${text(value)})`),
        ]
      : []),
    `const response = await ${call}`,
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.json())',
  ].join('\n')
}
