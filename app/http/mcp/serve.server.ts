import type { AppLoadContext } from '@remix-run/node'
import type { Key } from '~/models/accounts/keys/key'
import { AppError } from '../../errors'
import { findKeyCaller } from '../api/api-key.server'
import { synonymsOf } from '../api/input-names.server'
import type { RouteArgs } from '../auth.server'
import { readJson } from '../body.server'
import { errorResponse, logRefusal } from '../errors.server'
import { isId } from '../validate'
import { describeTool, FEW_ROWS, isOffered, type ToolCall, toolCalls } from './catalog.server'

const INSTRUCTIONS =
  'Coldframe sends cold email in sequences. A sequence has steps and email lists; contacts of its lists get its emails. Draft first, show the user what you drafted, and start or send only when the user asked for it.'

/** The tools of each program, which are made once. */
const made = new WeakMap<AppLoadContext['app'], ToolCall[]>()

async function toolsOf(context: AppLoadContext): Promise<ToolCall[]> {
  const tools = made.get(context.app) ?? toolCalls(await context.routes())
  made.set(context.app, tools)
  return tools
}

/**
 * Responds to a message of the Model Context Protocol (streamable HTTP, without sessions: each request stands alone). Needs an API key.
 * Each tool is a call of `/api` with the same key, so that it is checked, limited and logged like any other.
 */
export async function serveMcp(args: RouteArgs): Promise<Response> {
  const { request, context } = args
  const { app, requestId } = context
  const headers = new Headers()
  const response = await respond(args, headers).catch((error) => errorResponse(app, error, context))
  for (const [name, value] of headers) response.headers.set(name, value)
  const { status } = response
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer')
  if (status >= 400) logRefusal(app, { requestId, method: request.method, path: '/mcp', status })
  return response
}

/** @param headers receives the headers of the key's limit */
async function respond(args: RouteArgs, headers: Headers): Promise<Response> {
  const { request } = args
  if (request.method !== 'POST')
    throw new AppError('METHOD_NOT_ALLOWED', 'Send messages with POST', { allow: ['POST'] })
  const caller = await findKeyCaller(args, headers)
  if (!caller) throw new AppError('UNAUTHENTICATED', 'Send an API key: "Authorization: Bearer cf_…"')
  return serveMessage(args, caller.key, await readJson(request))
}

async function serveMessage(args: RouteArgs, key: Key, message: unknown): Promise<Response> {
  // Loaded with the first message: few installations use it.
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const tools = (await toolsOf(args.context)).filter((tool) => isOffered(tool, key))
  const server = new Server(
    { name: 'coldframe', title: 'Coldframe', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler(types.CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((tool) => tool.name === name)
    if (!tool)
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool ${name} for this key`)
    return call(args, tool, given)
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(args.request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** Makes the call of a tool, and returns its response as text and as data. */
async function call({ request, context }: RouteArgs, tool: ToolCall, given: Record<string, unknown>) {
  const { method, path, inPath, handler } = tool
  const wrong = inPath.map((name) => wrongId(name, given[name])).find((problem) => problem !== null)
  if (wrong) return said({ message: wrong, code: 'INVALID' }, true)
  const params = Object.fromEntries(inPath.map((name) => [name, String(given[name])]))
  // A tool that reads has no body: what it does not know is refused as a parameter.
  const inQuery =
    method === 'GET' ? Object.keys(given).filter((name) => !inPath.includes(name)) : tool.inQuery
  const url = new URL(
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)),
    request.url,
  )
  if (tool.inQuery.includes('limit') && !synonymsOf('limit').some((name) => name in given))
    url.searchParams.set('limit', String(FEW_ROWS))
  for (const name of inQuery)
    if (given[name] !== undefined && given[name] !== null) url.searchParams.set(name, String(given[name]))
  const body = Object.fromEntries(
    Object.entries(given).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)),
  )
  const made = new Request(url, {
    method,
    headers: {
      authorization: request.headers.get('authorization') ?? '',
      'content-type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const response = await handler({ request: made, params, context })
  const data: unknown = await response.json()
  const cursor = response.headers.get('x-next-cursor')
  // Structured results are objects.
  const shown = Array.isArray(data) ? { items: data, nextCursor: cursor, hasMore: cursor !== null } : data
  return said(shown as Record<string, unknown>, response.status >= 400)
}

/** What is wrong with an id among the arguments; null if nothing is. */
const wrongId = (name: string, value: unknown): string | null =>
  value === undefined || value === null || value === ''
    ? `${name} is required`
    : isId(String(value))
      ? null
      : `${name} is not a UUID`

/** The result of a tool, as text and as data. A refusal is only a text: clients compare data with what the tool declares to return. */
const said = (result: Record<string, unknown>, isError: boolean) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(result) }],
  ...(isError ? {} : { structuredContent: result }),
  isError,
})
