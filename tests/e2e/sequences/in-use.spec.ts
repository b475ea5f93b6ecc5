import { passAxe } from '../axe'
import { expect, signIn, test } from '../support'
import { makeList, makeSequence, toast } from './support'

test('removing and deleting a list with contacts in progress asks what becomes of them @no-js', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`)
  const { id } = await makeSequence(client, 1)
  const list = await makeList(client, 'Berlin')
  for (const name of ['ann', 'bob'])
    await client.ok('POST', '/api/contacts', {
      email: `${name}.${crypto.randomUUID()}@people.example`,
      personaId: list,
    })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const dialog = page.getByRole('dialog')

  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByRole('button', { name: 'Remove Berlin' }).click()
  await expect(dialog.getByText('2 contacts in progress, 2 scheduled emails, 1 sequence')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'First contact' })).toHaveAttribute(
    'href',
    `/sequences/${id}`,
  )
  await expect(dialog.getByRole('radio', { name: 'Go on' })).toBeChecked()
  if (javaScriptEnabled) await passAxe(page, 'dialog')
  await dialog.getByRole('radio', { name: 'Hold' }).check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Email list removed from sequence')
  const states = () =>
    server.database
      .sql`select status, hold_reason from sequence_contacts where sequence_id = ${id} order by id`
  expect((await states()).map((row) => row.hold_reason)).toEqual(['paused_by_user', 'paused_by_user'])

  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list })
  await page.goto(`${server.url}/personas/${list}/delete`)
  await dialog.getByRole('radio', { name: 'Stop' }).check()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Email list deleted successfully')
  expect((await states()).map((row) => row.status)).toEqual(['stopped', 'stopped'])
})
