import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDescription } from '../../support/description'
import { ROOT } from '../../support/imports'
import { type Client, startServer, type TestServer } from '../../support/server'
import { typeErrors } from './batch'

/** A program (tests/fixtures/client) uses the API with types that a public generator makes from its description. */
let server: TestServer
let owner: Client
/** A folder from which packages are found. */
let folder: string
const program = readFileSync(path.join(ROOT, 'tests/fixtures/client/main-job.ts'), 'utf8')

beforeAll(async () => {
  server = await startServer()
  owner = server.client()
  await owner.signUp()
  await owner.connectMailbox('sender@coldframe.example')
  const cache = path.join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(path.join(cache, 'client-'))
  const types = await openapiTS(JSON.stringify(await readDescription(server.client())))
  writeFileSync(path.join(folder, 'api.d.ts'), astToString(types))
  writeFileSync(path.join(folder, 'main-job.ts'), program)
})
afterAll(async () => {
  await server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const MISTAKES = {
  'unknown-field.ts': ['delayDays: 1', 'delayDay: 1'],
  'value-of-another-type.ts': ['delayDays: 1', "delayDays: 'one'"],
  'unknown-path.ts': ["'/api/templates'", "'/api/template'"],
  'unknown-state.ts': ["state: 'done'", "state: 'finished'"],
} as const

test('a program with generated types compiles, and each mistake in it is refused', () => {
  const wrong = Object.keys(MISTAKES)
  for (const [name, [right, mistake]] of Object.entries(MISTAKES)) {
    expect(program).toContain(right)
    writeFileSync(path.join(folder, name), program.replace(right, mistake))
  }
  const errors = typeErrors(folder, ['main-job.ts', ...wrong])
  const refused = errors.map((error) => error.slice(folder.length + 1).split(' ')[0]!)
  expect([...new Set(refused)].sort()).toEqual(wrong.sort())
})

test('the program plays the main job with an API key', async () => {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  const file = path.join(folder, 'main-job.mjs')
  writeFileSync(file, outputText)
  const { playMainJob } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as MainJob
  const { key } = await owner.ok('POST', '/api/keys', { name: 'CRM', scope: 'write' })
  const result = await playMainJob(server.url, key, {
    advance: (minutes) => owner.ok('POST', '/sandbox/clock', { advanceMinutes: minutes }),
    async reply(to) {
      const [mail] = await owner.ok('GET', `/sandbox/messages?to=${to}`)
      await owner.ok('POST', `/sandbox/messages/${mail.id}/reply`, { text: 'Tell me more' })
    },
  })
  expect(result.sent.sort()).toEqual(['ann@acme.example', 'bob@acme.example'])
  expect(result.report).toMatchObject({ totalEmailsSent: 2, totalReplied: 1 })
  expect(result.messages.map(({ direction, kind }) => [direction, kind])).toEqual([
    ['out', 'sequence'],
    ['in', 'reply'],
    ['out', 'manual'],
  ])
  expect(result.messages[2]!.sendId).toBe(result.sendId)
  const mails = await owner.ok('GET', '/sandbox/messages?to=ann@acme.example')
  expect(mails.at(-1).text).toContain('Great, Tuesday at 10?')
})

interface MainJob {
  playMainJob(
    baseUrl: string,
    key: string,
    world: { advance(minutes: number): Promise<void>; reply(to: string): Promise<void> },
  ): Promise<{
    sent: string[]
    sendId: string
    messages: { direction: string; kind: string; sendId: string | null }[]
    report: object
  }>
}
