import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults } from '../faults'
import { composeDraft } from './compose'
import { sortReply, writeAnswer } from './inbox'
import { rewriteEmail } from './rewrite'

/** The well-behaved model; each other one shows a quirk of real engines. */
const SANDBOX_MODEL = 'sandbox-writer'

interface Asked {
  model?: unknown
  stream?: unknown
  max_tokens?: unknown
  temperature?: unknown
  messages?: { role?: unknown; content?: unknown }[]
}

/** The response of each model to a draft: the content, and the finish reason. */
const MODELS: Record<string, (draft: string) => { content: string | null; finish?: string }> = {
  [SANDBOX_MODEL]: (draft) => ({ content: draft }),
  'sandbox-stream': (draft) => ({ content: draft }),
  'sandbox-reasoning': (draft) => ({ content: draft }),
  'sandbox-fenced': (draft) => ({
    content: `Here is your email:\n\n\`\`\`html\n${draft}\n\`\`\`\n\nTell me if I should change it.`,
  }),
  'sandbox-json': (draft) => ({ content: `${JSON.stringify({ html: draft })}\nI hope this helps!` }),
  'sandbox-think': (draft) => ({ content: `<think>They want <b>a mail</b>.</think>\n${draft}` }),
  'sandbox-script': (draft) => ({ content: `${draft}<script>alert(1)</script><p onclick="alert(2)">x</p>` }),
  'sandbox-text': () => ({ content: 'Hi {first_name},\n\nplain words & no tags.\n\n[Your Name]' }),
  'sandbox-empty': () => ({ content: null }),
  'sandbox-cut': (draft) => ({ content: draft.slice(0, 40), finish: 'length' }),
  'sandbox-filter': () => ({ content: '', finish: 'content_filter' }),
}

/** An OpenAI-compatible service; `handler` can be mounted under any prefix that is stripped from `req.url`. */
export function createAiSimulator({ faults }: { faults: Faults }) {
  async function handler(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (await fault(faults, res)) return
    const path = new URL(req.url ?? '/', 'http://simulator').pathname
    const key = /^Bearer (.*)$/.exec(req.headers.authorization ?? '')?.[1]
    if (key === 'wrong') return refuse(res, 401, 'Incorrect API key provided: wrong.', 'invalid_api_key')
    if (path === '/v1/models' && req.method === 'GET')
      return send(res, 200, {
        object: 'list',
        data: Object.keys(MODELS).map((id) => ({ id, object: 'model' })),
      })
    if (path !== '/v1/chat/completions' || req.method !== 'POST')
      return refuse(res, 404, `Invalid URL (${req.method} ${path})`)
    const asked = await readJson(req)
    if (!asked) return refuse(res, 400, 'We could not parse the JSON body of your request.')
    const model = MODELS[String(asked.model)]
    if (!model)
      return refuse(
        res,
        404,
        `The model \`${String(asked.model)}\` does not exist.`,
        'model_not_found',
        'model',
      )
    if (asked.model === 'sandbox-reasoning')
      for (const name of ['max_tokens', 'temperature'] as const)
        if (asked[name] !== undefined)
          return refuse(
            res,
            400,
            `Unsupported parameter: '${name}' is not supported with this model.`,
            'unsupported_parameter',
            name,
          )
    const said = (by: string) => String(asked.messages?.findLast(({ role }) => role === by)?.content ?? '')
    const { content, finish = 'stop' } = model(write(said('system'), said('user')))
    if (asked.stream === true || asked.model === 'sandbox-stream') return stream(res, content ?? '', finish)
    send(res, 200, {
      id: 'chatcmpl-sandbox',
      object: 'chat.completion',
      created: 1,
      model: asked.model,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: finish }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  }
  return { handler }
}

/** What the request asks for, recognized by the tags of its prompt. */
const write = (system: string, user: string): string =>
  user.includes('<reply>')
    ? sortReply(system, user)
    : user.includes('<message ')
      ? writeAnswer(user)
      : user.includes('<task>')
        ? rewriteEmail(user)
        : composeDraft(user)

export type AiSimulator = ReturnType<typeof createAiSimulator>

/** Fails according to the next pending fault. @returns whether there was one */
async function fault(faults: Faults, res: ServerResponse): Promise<boolean> {
  const [kind] = await faults.waiting('ai')
  if (!kind || !(await faults.take('ai', kind))) return false
  if (kind === 'http429') {
    res.setHeader('Retry-After', '1')
    refuse(res, 429, 'Rate limit reached for requests.', 'rate_limit_exceeded')
  } else if (kind === 'http500') refuse(res, 500, 'The server had an error while processing your request.')
  else if (kind === 'invalidGrant') refuse(res, 401, 'Incorrect API key provided.', 'invalid_api_key')
  else if (kind === 'reset') res.destroy()
  else if (kind === 'acceptThenDrop') {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.write('{"choices":[{"mess', () => res.destroy())
  } else await new Promise<void>((resolve) => res.once('close', resolve)) // `timeout`: never answers
  return true
}

function stream(res: ServerResponse, content: string, finish: string): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const event = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  for (const piece of content.match(/[\s\S]{1,7}/g) ?? []) res.write(event({ content: piece }, null))
  res.end(`${event({}, finish)}data: [DONE]\n\n`)
}

const refuse = (
  res: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
  param: string | null = null,
) => send(res, status, { error: { message, type: 'invalid_request_error', param, code } })

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(body))
}

const MAX_BODY = 1_000_000

async function readJson(req: IncomingMessage): Promise<Asked | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) return null
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return value && typeof value === 'object' ? (value as Asked) : null
  } catch {
    return null
  }
}
