import { passAxe } from '../axe'
import { toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('adds the mailboxes of a CSV file, with a result for each row @no-js', async ({
  page,
  startOwnServer,
  javaScriptEnabled,
}) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const dialog = page.getByRole('dialog')
  const servers = `127.0.0.1,${server.port + 25},127.0.0.1,${server.port + 143}`
  const file = (header: string) => ({
    name: 'boxes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `${header}\nann@sender.example,Ann Lee,sandbox,${servers},20,yes\nbob@sender.example,Bob,wrong,${servers},20,no\n`,
    ),
  })
  const upload = async (header: string) => {
    await dialog.getByLabel('CSV file').setInputFiles(file(header))
    await dialog.getByRole('button', { name: 'Add Mailboxes' }).click()
  }
  const HEADER = 'Email,Name,Password,SMTP host,SMTP port,IMAP host,IMAP port,Daily limit,Warmup'

  await page.goto(`${server.url}/connection/gmail`)
  await page.getByRole('link', { name: 'Add SMTP Mailbox' }).first().click()
  await dialog.getByRole('link', { name: 'Add them from a CSV file' }).click()
  await upload(HEADER)
  await expect(dialog.getByText('Unknown columns: "Warmup".')).toBeVisible()
  await dialog.getByLabel('Leave out columns that are not known').check()
  await upload(HEADER)
  await toast(page, 'Mailboxes are being added')
  await expect(dialog.getByText('1 mailbox connected, 1 not added.')).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByRole('row', { name: 'ann@sender.example' }).getByText('Connected')).toBeVisible()
  await expect(
    dialog
      .getByRole('row', { name: 'bob@sender.example' })
      .getByText('The SMTP server refused the login: 535'),
  ).toBeVisible()
  if (javaScriptEnabled) await passAxe(page)
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'ann@sender.example' })).toBeVisible()
  expect(await client.ok('GET', '/api/mail-accounts')).toMatchObject([
    { email: 'ann@sender.example', displayName: 'Ann Lee', dailyLimit: 20, canRead: true },
  ])
})
