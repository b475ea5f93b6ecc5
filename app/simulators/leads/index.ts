import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '~/db.server'
import type { FaultKind, Faults } from '../faults'
import { type Account, accountOf, countCall, type Usage } from './accounts'
import { matchPeople, type Reply, reportUsage, searchPeople, searchTags } from './endpoints'

const DOCS = 'https://docs.apollo.example/reference'
const MAX_BODY = 1_000_000

type Endpoint = (call: { db: Db; account: Account; input: Record<string, unknown> }) => Reply | Promise<Reply>

const ENDPOINTS: Record<string, Endpoint> = {
  'POST /mixed_people/search': () => ({
    status: 422,
    body: 'This endpoint is deprecated for API callers. Please use the new mixed_people/api_search endpoint.',
  }),
  'POST /mixed_people/api_search': ({ input }) => searchPeople(input),
  'POST /people/match': ({ db, account, input }) => matchPeople(db, account, input, false),
  'POST /people/bulk_match': ({ db, account, input }) => matchPeople(db, account, input, true),
  'GET /tags/search': ({ input }) => searchTags(input),
  'POST /tags/search': ({ input }) => searchTags(input),
  'GET /users/api_profile': ({ db, account }) => reportUsage(db, account, 'profile'),
  'POST /usage_stats/credit_usage_stats': ({ db, account }) => reportUsage(db, account, 'stats'),
  'GET /usage_stats/credit_usage_stats': ({ db, account }) => reportUsage(db, account, 'stats'),
}

/** A lead database with the vendor's response formats, quirks included; `handler` can be mounted under any prefix. */
export function createLeadSimulator({ db, faults }: { db: Db; faults: Faults }) {
  async function handler(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://simulator')
    const path = url.pathname.replace(/^\/api\/v1/, '')
    const endpoint = ENDPOINTS[`${req.method} ${path}`]
    const fault = await takeFault(faults)
    if (fault && fault !== 'acceptThenDrop') return misbehave(fault, req, res)
    const body = await readJson(req)
    if (url.searchParams.has('api_key') || body.api_key !== undefined)
      return send(res, 422, {
        error: 'The API key belongs into the header',
        error_code: 'INVALID_API_KEY_LOCATION',
      })
    const account = accountOf(String(req.headers['x-api-key'] ?? ''))
    if (!account) return send(res, 401, `Invalid API key. See ${DOCS}/authentication`)
    if (!endpoint) return send(res, 404, { error: 'Not Found' })
    if (account.searchOnly && !path.startsWith('/mixed_people/'))
      return send(res, 403, {
        error: `This API key is not authorized to access api/v1${path}`,
        error_code: 'API_INACCESSIBLE',
      })
    const usage = await countCall(db, account, path)
    limitHeaders(res, usage)
    if (usage.retryAfter !== null) return send(res, 429, tooMany(path, usage))
    const input = { ...queryOf(url.searchParams), ...body }
    const reply = await endpoint({ db, account, input })
    if (fault) return drop(res)
    send(res, reply.status, reply.body)
  }
  return { handler }
}

export type LeadSimulator = ReturnType<typeof createLeadSimulator>

async function takeFault(faults: Faults): Promise<FaultKind | null> {
  const [kind] = await faults.waiting('leads')
  return kind && (await faults.take('leads', kind)) ? kind : null
}

function misbehave(kind: FaultKind, req: IncomingMessage, res: ServerResponse): Promise<void> | void {
  if (kind === 'reset') return void req.socket.destroy()
  if (kind === 'http500') return send(res, 500, { error: 'Internal server error' })
  if (kind === 'invalidGrant') return send(res, 401, `Invalid API key. See ${DOCS}/authentication`)
  if (kind === 'http429') {
    limitHeaders(res, { limit: 200, used: 200, retryAfter: 1 })
    return send(res, 429, { message: 'The maximum number of api calls allowed is 200 times per minute.' })
  }
  return new Promise<void>((resolve) => res.once('close', resolve)) // `timeout`: never answers
}

/** The call was processed and paid, but the caller does not get the response. */
function drop(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'application/json' })
  res.write('{"status":"succ', () => res.destroy())
}

/** Longer windows do not exist: their limits are empty. */
function limitHeaders(res: ServerResponse, { limit, used, retryAfter }: Usage): void {
  res.setHeader('x-rate-limit-minute', String(limit))
  res.setHeader('x-minute-usage', String(used))
  res.setHeader('x-minute-requests-left', String(limit - used))
  for (const window of ['hourly', '24-hour']) {
    res.setHeader(`x-rate-limit-${window}`, '')
    res.setHeader(`x-${window}-usage`, String(used))
    res.setHeader(`x-${window}-requests-left`, '')
  }
  if (retryAfter !== null) res.setHeader('Retry-After', String(retryAfter))
}

/** The message of a search is itself a JSON text. */
function tooMany(path: string, { limit }: Usage) {
  const message = `The maximum number of api calls allowed for api/v1${path} is ${limit} times per minute. Please upgrade your plan.`
  return { message: path.startsWith('/mixed_people/') ? JSON.stringify({ message }) : message }
}

function send(res: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  res.writeHead(status, {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  res.end(isText ? body : JSON.stringify(body))
}

/** `person_titles[]=a&person_titles[]=b` as a list, everything else as a text. */
function queryOf(query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const key of new Set(query.keys())) {
    if (key.endsWith('[]')) input[key.slice(0, -2)] = query.getAll(key)
    else input[key] = query.get(key)
  }
  return input
}

async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY) chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
