import { expect, test } from 'vitest'
import { startServer } from '../../support/server'

test('every error has a code, a link that explains it, and an id that the log knows', async () => {
  const server = await startServer({ WORKER: 'off' })
  const client = server.client()
  await client.signUp()
  const visitor = server.client()
  const foreign = { origin: 'https://elsewhere.example' }
  const id = crypto.randomUUID()
  const refusals = {
    INVALID: await client.json('POST', '/api/sequences', {}),
    UNAUTHENTICATED: await visitor.json('GET', '/api/sequences'),
    FORBIDDEN: await client.json('POST', '/api/sequences', {}, foreign),
    NOT_FOUND: await client.json('GET', `/api/sequences/${id}`),
    METHOD_NOT_ALLOWED: await client.json('PUT', '/api/sequences', {}),
    UNSUPPORTED_TYPE: await client.json('POST', '/api/sequences', {}, { 'content-type': 'text/plain' }),
  }
  const unknown = await client.json('GET', '/api/nothing')
  const malformed = await client.json('GET', '/api/sequences/%FF')
  const seen = [...Object.entries(refusals), ['NOT_FOUND', unknown], ['INVALID', malformed]] as const
  for (const [code, { body, headers }] of seen)
    expect(body).toMatchObject({
      code,
      message: expect.any(String),
      requestId: headers.get('request-id'),
      docs: `${server.url}/api/docs/errors#${code}`,
    })
  await server.close()
  for (const [code, { status, body }] of seen) {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes(body.requestId))
    expect([code, line && JSON.parse(line)]).toEqual([
      code,
      expect.objectContaining({ requestId: body.requestId, status, msg: 'call refused' }),
    ])
  }
})
