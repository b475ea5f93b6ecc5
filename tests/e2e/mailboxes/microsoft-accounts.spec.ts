import { passAxe } from '../axe'
import { toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

const ADDRESS = 'maya@org.example'

test('a Microsoft account is connected, refused, reconnected and disconnected @no-js', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const connect = async (button: string) => {
    await page.goto(`${server.url}/connection/gmail`)
    await main.getByRole('link', { name: 'Connect Microsoft Account' }).first().click()
    await expect(page.getByRole('heading', { name: 'Sign in to the simulated Microsoft' })).toBeVisible()
    if (button === 'Accept') await page.getByLabel('Email address').fill(ADDRESS)
    await page.getByRole('button', { name: button, exact: true }).click()
  }

  await connect('Cancel')
  await toast(page, 'Connection Failed')
  await expect(page.getByText('Access was denied on Microsoft’s page')).toBeVisible()

  await connect('An administrator must accept')
  await expect(dialog.getByRole('heading', { name: 'An administrator must allow Coldframe' })).toBeVisible()
  await expect(dialog.getByText('/organizations/adminconsent?client_id=')).toBeVisible()
  if (javaScriptEnabled) await passAxe(page)
  await dialog.getByRole('link', { name: 'Close' }).last().click()

  await connect('Accept')
  await toast(page, 'Microsoft account connected')
  const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: ADDRESS }) })
  await expect(card.getByText('Microsoft 365')).toBeVisible()
  await expect(card.getByText('maya.team@org.example')).toBeVisible()
  const [{ id }] = await client.ok('GET', '/api/mail-accounts')

  await server.database.sql`update mail_accounts set status = 'token_expired' where id = ${id}`
  await page.reload()
  await expect(card.getByText('Microsoft revoked access to this account.')).toBeVisible()
  await card.getByRole('link', { name: 'Reconnect' }).click()
  await page.getByLabel('Email address').fill(ADDRESS)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await toast(page, 'Microsoft account connected')
  expect(await client.ok('GET', '/api/mail-accounts')).toMatchObject([{ id, status: 'connected' }])

  await card.getByRole('link', { name: `Disconnect: ${ADDRESS}` }).click()
  await expect(dialog.getByText('Coldframe deletes its access.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await toast(page, 'Account disconnected')
  await expect(card).toHaveCount(0)
})
