import { generateKeyPairSync } from 'node:crypto'
import type { Client } from '../../support/client'
import { startNameServer } from '../../support/dns'
import { toast } from '../sequences/support'
import { expect, failChanges, type Page, signIn, test } from '../support'

const AT = '/connection/gmail'
const FIRST = 'first@coldframe.example'
const SECOND = 'second@coldframe.example'
const main = (page: Page) => page.getByRole('main')
const card = (page: Page, email: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: email }) })
const connectBoth = async (client: Client) => [
  await client.connectMailbox(FIRST),
  await client.connectMailbox(SECOND),
]

test('shows totals and a card per account', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const [, second] = await connectBoth(client)
  await server.database.sql`update mail_accounts set status = 'token_expired' where id = ${second!}`
  await page.goto(server.url + AT)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  for (const name of ['Overview', 'Connected Accounts', 'Settings'])
    await expect(sections.getByRole('link', { name, exact: true })).toBeVisible()
  const accounts: { aliasOptions: unknown[] }[] = await client.ok('GET', '/api/gmail/accounts')
  const aliases = accounts.reduce((sum, { aliasOptions }) => sum + aliasOptions.length, 0)
  for (const [label, value] of [
    ['Connected Accounts', '2'],
    ['Active Accounts', '1'],
    ['Total Aliases', String(aliases)],
  ] as const)
    await expect(main(page).locator('dl > div', { hasText: label }).first()).toContainText(value)
  await expect(card(page, FIRST).getByText('Default', { exact: true })).toBeVisible()
  await expect(card(page, FIRST).getByText('Connected', { exact: true }).first()).toBeVisible()
  await expect(card(page, FIRST).getByText('Never')).toBeVisible()
  await expect(card(page, FIRST).getByText('first.sales@coldframe.example')).toBeVisible()
  await expect(card(page, FIRST).getByText('Pending')).toBeVisible()
  await expect(card(page, SECOND).getByText('Expired', { exact: true })).toBeVisible()
  await expect(card(page, SECOND).getByRole('link', { name: 'Reconnect' })).toBeVisible()
  await server.database
    .sql`update mail_accounts set status = 'error', status_detail = 'No' where id = ${second!}`
  await page.reload()
  await expect(card(page, SECOND).getByText('Paused', { exact: true })).toBeVisible()
})

test('changes the default sender and aliases, and disconnects', async ({ page, emptyServer: server }) => {
  const { client } = await signIn(page, server)
  await connectBoth(client)
  await page.goto(server.url + AT)
  const settings = page.locator('#settings')
  await expect(settings.getByText(FIRST)).toBeVisible()
  await expect(page.getByRole('button', { name: `Set as Default: ${FIRST}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Set as Default: ${SECOND}` }).click()
  await toast(page, 'Default Sender Updated')
  await expect(page.getByRole('button', { name: `Set as Default: ${SECOND}` })).toHaveCount(0)
  await expect(settings.getByText(SECOND)).toBeVisible()
  await page.getByRole('button', { name: `Refresh Aliases: ${FIRST}` }).click()
  await toast(page, 'Aliases Refreshed')
  await client.ok('POST', '/sandbox/faults', { service: 'gmail', kind: 'http500', times: 9 })
  await page.getByRole('button', { name: `Refresh Aliases: ${FIRST}` }).click()
  await toast(page, 'Refresh Failed')
  await server.database.sql`delete from sandbox.faults`
  await page.getByRole('link', { name: `Disconnect: ${SECOND}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await toast(page, 'Account disconnected')
  await toast(page, `${FIRST} is now the default sender.`)
  await expect(card(page, SECOND)).toHaveCount(0)
  await expect(settings.getByText(FIRST)).toBeVisible()
})

test('reports failed requests with their titles @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await connectBoth(client)
  await page.goto(server.url + AT)
  await failChanges(page)
  await page.getByRole('button', { name: `Set as Default: ${SECOND}` }).click()
  await toast(page, 'Update Failed')
  await page.getByRole('button', { name: `Refresh Aliases: ${FIRST}` }).click()
  await toast(page, 'Refresh Failed')
  await page.getByRole('link', { name: `Disconnect: ${SECOND}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await toast(page, 'Disconnection Failed')
})

test('shows the result of the Google flow once under a clean URL @sweep', async ({ page, server }) => {
  await signIn(page, server)
  for (const [query, title] of [
    ['connected=true', 'Gmail account connected'],
    ['error=access_denied', 'Connection Failed'],
  ] as const) {
    await page.goto(`${server.url}${AT}?${query}`)
    await toast(page, title)
    await expect(page).toHaveURL(server.url + AT)
    await page.reload()
    await expect(page.getByText(title)).toHaveCount(0)
  }
})

test('the quota bar turns yellow at 80 percent and red at the limit @sweep', async ({
  page,
  emptyServer: server,
}) => {
  const { client } = await signIn(page, server)
  const id = await client.connectMailbox(FIRST)
  await client.ok('PATCH', `/api/mail-accounts/${id}`, { dailyLimit: 10 })
  const use = (used: number) => server.database.sql`
    insert into mailbox_days (account_key, day, used)
    select account_key, (select (base_virtual at time zone 'UTC')::date from sandbox.clock) + n, ${used}
    from mail_accounts, generate_series(-1, 1) n
    on conflict (account_key, day) do update set used = excluded.used`
  for (const [used, words, fill] of [
    [7, '3 left', 'bg-accent'],
    [8, 'Only 2 left', 'bg-warning'],
    [9, 'Only 1 left', 'bg-warning'],
    [10, 'Limit reached', 'bg-danger'],
    [12, 'Limit reached', 'bg-danger'],
  ] as const) {
    await use(used)
    await page.goto(server.url + AT)
    await expect(card(page, FIRST).getByText(`${used} / 10`)).toBeVisible()
    await expect(card(page, FIRST).getByText(words)).toBeVisible()
    const bar = page.getByRole('progressbar', { name: 'Daily email quota' })
    await expect(bar.locator('div')).toHaveClass(new RegExp(`\\b${fill}\\b`))
  }
})

test('a health check reads the domain’s records and shows issues', async ({
  page,
  startOwnServer,
  javaScriptEnabled,
}) => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
  const names = await startNameServer({
    'acme.example': { txt: ['v=spf1 include:_spf.google.com ~all'], mx: ['smtp.google.com'] },
    '_spf.google.com': { txt: ['v=spf1 ip4:35.190.247.0/24 ~all'] },
    'google._domainkey.acme.example': { txt: [`v=DKIM1; k=rsa; p=${key}`] },
  })
  const server = await startOwnServer({ DNS_SERVER: names.address })
  const { client } = await signIn(page, server)
  await client.connectMailbox('ann@acme.example')
  await page.goto(server.url + AT)
  const opener = page.getByRole('link', { name: 'Health Check: ann@acme.example' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Health Check' })
  await expect(dialog.getByText(/^1 issue affects .*ann@acme\.example/)).toBeVisible()
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  for (const name of ['MX', 'SPF', 'DKIM']) await expect(row(`${name}:`)).toContainText('OK')
  await expect(row('DMARC:')).toContainText('Needs attention')
  await expect(row('DMARC:')).toContainText('Add a TXT record to _dmarc.acme.example')
  await dialog.getByRole('link', { name: 'Check Again' }).click()
  await expect(row('DMARC:')).toContainText('Needs attention')
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  if (javaScriptEnabled) await expect(opener).toBeFocused()
  names.close()
})

test('shows held sending on every screen after a restore @sweep', async ({ page, emptyServer: server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await expect(page.getByText('Sending is held')).toHaveCount(0)
  await server.database.sql`update sending_control set held_since = '2026-03-04T10:15:00Z'`
  for (const at of ['/personas', AT]) {
    await page.goto(server.url + at)
    const banner = page.getByRole('complementary', { name: 'Sending is held' })
    await expect(banner).toContainText('Sending is held since Mar 4, 2026 10:15')
    await expect(banner).toContainText('npm run resume')
  }
})

test('shows held sending with the reason of the operator @sweep', async ({ page, emptyServer: server }) => {
  await signIn(page, server)
  await server.database.sql`
    update sending_control set operator_held_since = '2026-03-04T10:15:00Z', operator_reason = 'The provider is down.'`
  await page.goto(server.url + AT)
  const banner = page.getByRole('complementary', { name: 'Sending is held' })
  await expect(banner).toHaveText(
    'Sending is held since Mar 4, 2026 10:15 by the operator of this installation. Emails wait, replies still arrive. The provider is down.',
  )
})
