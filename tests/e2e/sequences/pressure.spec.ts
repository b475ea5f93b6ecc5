import { expect, signIn, test } from '../support'
import { makeList, makeSequence } from './support'

test('names what a contact waits for on its screen and in the forecast @sweep', async ({
  page,
  emptyServer: server,
}) => {
  const { client } = await signIn(page, server)
  await client.connectMailbox('ann@sender.example')
  await client.ok('PUT', '/api/settings/contacts', { oneSequencePerContact: true, companyReply: 'hold' })
  const list = await makeList(client, 'People')
  for (const email of ['ann@acme.example', 'bob@acme.example', 'cy@other.example'])
    await client.ok('POST', '/api/contacts', { email, personaId: list })
  const start = async (name: string) => {
    const { id } = await makeSequence(client, 2)
    await client.ok('PATCH', `/api/sequences/${id}`, { name })
    await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list })
    await client.ok('POST', `/api/sequences/${id}/activate`)
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 })
    return id
  }
  const [first, second] = [await start('Spring round'), await start('Second round')]
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 1440 })
  const [sent] = await client.ok('GET', '/sandbox/messages?to=ann@acme.example')
  await client.ok('POST', `/sandbox/messages/${sent.id}/reply`, { text: 'Yes, please' })

  const main = page.getByRole('main')
  await page.goto(`${server.url}/sequences/${first}/people`)
  await main.getByRole('link', { name: 'bob@acme.example' }).click()
  await expect(
    main.getByText(/^Waiting until .*: somebody at the same company replied \(ann@acme\.example\)\.$/),
  ).toBeVisible()
  await expect(main.getByText(/^Somebody at acme\.example replied\. Held until/)).toBeVisible()
  await page.goto(`${server.url}/sequences/${second}/people`)
  await main.getByRole('link', { name: 'cy@other.example' }).click()
  const rule = 'the contact is still in another sequence (Spring round)'
  await expect(main.getByText(`Waiting: ${rule}.`)).toBeVisible()

  await page.goto(`${server.url}/sequences/${first}/forecast`)
  await expect(
    main.getByText('1 contact is waiting because somebody at the same company replied.'),
  ).toBeVisible()
  await page.goto(`${server.url}/sequences/${second}/forecast`)
  await expect(
    main.getByText(/^One sequence per contact: 2 contacts are still in another sequence\./),
  ).toBeVisible()
})
