import { type ExampleRequest, indented } from './request'

const CALLER = {
  key: `"Authorization": f"Bearer {os.environ['COLDFRAME_API_KEY']}"`,
  session: '"Cookie": os.environ["COLDFRAME_COOKIE"]',
  anonymous: null,
}

const text = (value: string) => JSON.stringify(value)

/** A JSON value as a literal. */
function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) {
    const parts = value.map(literal)
    return parts.some((part) => part.includes('\n')) ? block('[', parts, ']') : `[${parts.join(', ')}]`
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => `${text(name)}: ${literal(part)}`)
    return parts.length === 0 ? '{}' : block('{', parts, '}')
  }
  return JSON.stringify(value)
}

const block = (open: string, parts: string[], close: string) =>
  `${open}\n${parts.map((part) => `    ${indented(part, '    ')},\n`).join('')}${close}`

/** The example for Python with nothing but its standard library. */
export function pythonExample({ method, url, headers, caller, body, upload }: ExampleRequest): string {
  const given = [
    CALLER[caller],
    ...Object.entries(headers).map(([name, value]) => `${text(name)}: ${text(value)}`),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(upload ? ['"Content-Type": f"multipart/form-data; boundary={boundary}"'] : []),
  ].flatMap((header) => header ?? [])
  const options = [
    text(url),
    ...(method === 'GET' ? [] : [`method=${text(method)}`]),
    ...(given.length === 0 ? [] : [`headers=${block('{', given, '}')}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${literal(body)}).encode()`]),
    ...(upload ? ['data=b"".join(parts)'] : []),
  ]
  const imports = [
    'json',
    ...(caller === 'anonymous' ? [] : ['os']),
    'urllib.request',
    ...(upload ? ['uuid'] : []),
  ]
  const call = options.length === 1 ? `(${options[0]})` : block('(', options, ')')
  return [
    `${imports.map((name) => `import ${name}`).join('\n')}\n`,
    ...(upload ? partsOf(upload) : []),
    `request = urllib.request.Request${call}`,
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')
}

/** The parts of a multipart body (RFC 7578), which the standard library cannot make. */
function partsOf({ fields, file }: NonNullable<ExampleRequest['upload']>): string[] {
  const head = (name: string, more = '') =>
    `--{boundary}\\r\\nContent-Disposition: form-data; name=\\"${name}\\"${more}\\r\\n\\r\\n`
  return [
    'boundary = uuid.uuid4().hex',
    block(
      'parts = [',
      [
        ...Object.entries(fields).map(([name, value]) => `f"${head(name)}${value}\\r\\n".encode()`),
        `f"${head('file', `; filename=\\"${file}\\"`)}".encode()`,
        `open(${text(file)}, "rb").read()`,
        'f"\\r\\n--{boundary}--\\r\\n".encode()',
      ],
      ']',
    ),
  ]
}
