import { expect, signIn, test } from '../support'
import { toast } from './support'

test('a sequence is set to prefer mailboxes of the contact’s provider @no-js', async ({
  page,
  emptyServer: server,
}) => {
  const { client } = await signIn(page, server)
  const gmail = await client.connectMailbox('ann@coldframe.example')
  const microsoft = await client.connectMicrosoft('ann@org.example')
  const sequence = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  expect(sequence.preferSameProvider).toBe(false)

  await page.goto(`${server.url}/sequences/${sequence.id}/settings`)
  await page.getByRole('checkbox', { name: 'ann@coldframe.example' }).check()
  await page.getByRole('checkbox', { name: 'ann@org.example' }).check()
  await page.getByRole('checkbox', { name: "Prefer a mailbox of the contact's provider" }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Sequence updated successfully')
  const saved = await client.ok('GET', `/api/sequences/${sequence.id}`)
  expect(saved.preferSameProvider).toBe(true)
  expect([...saved.mailboxIds].sort()).toEqual([gmail, microsoft].sort())
})
