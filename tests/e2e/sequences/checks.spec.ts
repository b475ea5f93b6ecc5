import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startNameServer } from '../../support/dns'
import { expect, signIn, test } from '../support'

/** A web server with one page. */
async function startShop() {
  const server = createServer(({ url }, response) => response.writeHead(url === '/' ? 200 : 404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('asks other servers about senders and links on request', async ({
  page,
  startOwnServer,
  javaScriptEnabled,
}) => {
  const names = await startNameServer({
    'acme.example': { mx: ['aspmx.l.google.com'], txt: ['v=spf1 include:_spf.google.com ~all'] },
  })
  const server = await startOwnServer({ DNS_SERVER: names.address })
  const { client } = await signIn(page, server)
  await client.connectMailbox('ann@acme.example')
  const shop = await startShop()
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  const template = await client.ok('POST', '/api/templates', {
    name: 'Introduction',
    subject: 'Hello',
    htmlBody: `<p><a href="${shop.url}/gone">Read more</a> or <a href="${shop.url}/">visit us</a></p>`,
  })
  await client.ok('POST', `/api/sequences/${id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    name: 'Hello',
  })

  await page.goto(`${server.url}/sequences/${id}`)
  const opener = page.getByRole('link', { name: 'Check senders and links' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Senders and Links' })
  await expect(dialog).toContainText('1 mailbox and 2 links')
  await expect(dialog.getByText(/^Note: acme\.example: .*DMARC/)).toBeVisible()
  await expect(
    dialog.getByText(/The template of Hello: the link .*gone answers with the error 404\./),
  ).toBeVisible()
  await expect(dialog.getByText('SPF')).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  if (javaScriptEnabled) await expect(opener).toBeFocused()
  names.close()
  shop.close()
})
