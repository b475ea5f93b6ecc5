import { beforeAll, expect, test } from 'vitest'
import { fillAccount } from '../../support/fill'
import { firstLoad, total } from '../../support/first-load'
import { type Client, sharedServer, type TestServer } from '../../support/server'

/** What a screen loads before anything is opened, in KB of gzipped scripts. */
const LIMIT = 155
const LIMITS: Record<string, number> = {
  login: 115,
  contacts: 160,
  'sequence detail': 200,
  canvas: 200,
  'new template': 175,
  'columns of an import': 165,
  'edit template': 170,
  'new mailbox': 160,
  'adding leads': 165,
  workflow: 160,
  step: 210,
}

let server: TestServer
let client: Client
let ids: Record<string, string>
const texts = new Map<string, string>()
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
})

async function load(path: string, caller = client) {
  const read = async (at: string) => {
    const known = texts.get(at) ?? (await (await caller.request('GET', at)).text())
    texts.set(at, known)
    return known
  }
  const page = await caller.request('GET', path)
  expect([path, page.status]).toEqual([path, 200])
  return firstLoad(await page.text(), read)
}

const SCREENS: [string, () => string][] = [
  ['email lists', () => '/personas'],
  ['email list', () => `/personas/${ids.persona}`],
  ['contacts', () => '/contacts'],
  ['contact', () => `/contacts/${ids.contact}`],
  ['imports', () => `/personas/${ids.persona}/imports`],
  ['columns of an import', () => `/personas/${ids.persona}/import/columns/${ids.file}`],
  ['do not contact', () => '/settings/do-not-contact'],
  ['sequences', () => '/sequences'],
  ['new sequence', () => '/sequences/new'],
  ['sequence detail', () => `/sequences/${ids.sequence}`],
  ['canvas', () => `/sequences/${ids.sequence}?view=canvas`],
  ['step', () => `/sequences/${ids.sequence}/steps/${ids.step}/edit`],
  ['people', () => `/sequences/${ids.sequence}/people`],
  ['person', () => `/sequences/${ids.sequence}/people/${ids.enrollment}`],
  ['forecast', () => `/sequences/${ids.sequence}/forecast`],
  ['report', () => `/sequences/${ids.sequence}/report`],
  ['versions', () => `/sequences/${ids.sequence}/versions`],
  ['log', () => '/campaign-builder/email-sending'],
  ['new template', () => '/campaign-builder/email-sending/templates/new'],
  ['template', () => `/templates/${ids.template}/preview`],
  ['edit template', () => `/templates/${ids.template}/preview/edit`],
  ['mailboxes', () => '/connection/gmail'],
  ['new mailbox', () => '/connection/gmail/smtp/new'],
  ['sent email', () => `/campaign-builder/email-sending/emails/${ids.log}`],
  ['leads finder', () => '/contacts-hub/leads-finder?search=true'],
  ['adding leads', () => `/contacts-hub/leads-finder/add?all=true&jobTitles=owner`],
  ['integrations', () => '/integrations'],
  ['lead key', () => '/integrations/apollo'],
  ['workspace', () => '/integrations/gsuite'],
  ['workflows', () => '/workflows'],
  ['new workflow', () => '/workflows/create'],
  ['workflow', () => `/workflows/${ids.workflow}`],
  ['campaigns', () => '/campaigns'],
  ['notifications', () => '/notifications'],
  ['search', () => '/search?q=a'],
  ['settings', () => '/settings'],
]

test('sign-in loads at most 115 KB', async () => {
  const sizes = await load('/login', server.client())
  expect(total(sizes)).toBeGreaterThan(50 * 1024)
  expect(total(sizes)).toBeLessThanOrEqual(LIMITS.login! * 1024)
})

test.each(SCREENS)('%s stays within its limit, without editor, builder or palette', async (name, path) => {
  const sizes = await load(path())
  const limit = LIMITS[name] ?? LIMIT
  expect([name, Math.round(total(sizes) / 1024)]).toEqual([
    name,
    expect.toSatisfy((kb) => Number(kb) <= limit),
  ])
  for (const at of sizes.keys())
    expect(texts.get(at)).not.toMatch(/cm-content|gjs-editor|cmdk-input|react-flow__/)
})

/** The most that the canvas adds when it is opened, in KB of gzipped scripts. */
const CANVAS_LIMIT = 90

/** What the dynamic import of a chunk adds to a page, in KB of gzipped scripts. @param name its beginning */
async function added(initial: Map<string, number>, name: string): Promise<number> {
  const lazy = [...initial.keys()].flatMap((at) =>
    [...texts.get(at)!.matchAll(/import\("(\.\/[^"]+\.js)"\)/g)].flatMap(([, file]) =>
      file!.startsWith(`./${name}-`) ? [new URL(file!, `http://page${at}`).pathname] : [],
    ),
  )
  expect(new Set(lazy).size).toBe(1)
  const more = await firstLoad(`<script>import "${lazy[0]}"</script>`, async (at) => {
    return (await client.request('GET', at)).text()
  })
  for (const at of initial.keys()) more.delete(at)
  return total(more) / 1024
}

test('the canvas adds at most 90 KB when it is opened', async () => {
  const kb = await added(await load(`/sequences/${ids.sequence}?view=canvas`), 'canvas')
  expect(kb).toBeGreaterThan(30)
  expect(kb).toBeLessThanOrEqual(CANVAS_LIMIT)
})

/** The most that the text editor of emails adds when it is opened, in KB of gzipped scripts. */
const TEXT_LIMIT = 110

test('the text editor adds at most 110 KB when it is opened', async () => {
  const initial = await load('/campaign-builder/email-sending/templates/new')
  for (const at of initial.keys()) expect(texts.get(at)).not.toMatch(/ProseMirror/)
  const kb = await added(initial, 'text-editor')
  expect(kb).toBeGreaterThan(50)
  expect(kb).toBeLessThanOrEqual(TEXT_LIMIT)
})
