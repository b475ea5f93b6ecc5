import { passAxe } from '../axe'
import { expect, signIn, test } from '../support'

test('shows how a mailbox is read, and chooses its folders @no-js', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const box = await client.ok('POST', '/api/mail-accounts', {
    ...{ email: 'ann@sender.example', password: 'sandbox' },
    ...{ smtpHost: '127.0.0.1', smtpPort: server.port + 25, smtpSecure: false },
    ...{ imapHost: '127.0.0.1', imapPort: server.port + 143, imapSecure: false },
  })
  const sync = async () => (await client.ok('GET', '/api/mail-accounts'))[0].sync
  await expect.poll(async () => (await sync()).waiting).toBe(true)
  await expect.poll(async () => (await sync()).folders).toEqual(['INBOX', 'Sent', 'Archive', 'Junk'])
  await page.goto(`${server.url}/connection/gmail`)
  await expect(page.getByText('Waiting for new email')).toBeVisible()
  await expect(page.getByText('INBOX, Sent, Archive, Junk')).toBeVisible()
  // axe runs in the page.
  if (javaScriptEnabled) await passAxe(page, 'main')
  await page.getByRole('link', { name: 'Edit: ann@sender.example' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('These as well').check()
  await dialog.getByLabel('Customers').check()
  if (javaScriptEnabled) await passAxe(page, 'dialog')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Mailbox saved')).toBeVisible()
  expect((await client.ok('GET', '/api/mail-accounts'))[0]).toMatchObject({
    id: box.id,
    readFolders: 'named',
    folderNames: ['Customers'],
  })
  await expect.poll(async () => (await sync()).folders).toContain('Customers')
})
