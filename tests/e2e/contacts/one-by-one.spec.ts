import { GROUP, makeSequence, toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('works through the contacts of a table: notes, tags, list, sequence and stop, then the next one @no-js', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  await client.ok('POST', '/api/personas', { name: 'Fair', ...GROUP })
  const { id: sequenceId } = await makeSequence(client, 1)
  for (let n = 0; n < 22; n++)
    await client.ok('POST', '/api/contacts', {
      ...{ email: `p${String(n).padStart(2, '0')}@one.example`, firstName: 'Nr', lastName: String(n) },
      city: n === 21 ? 'Bonn' : 'Rome',
    })
  const heading = (name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const act = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  // The last row of the first page, sorted by address.
  await page.goto(`${server.url}/contacts?sort=email&order=asc`)
  await page.getByRole('link', { name: 'Nr 19', exact: true }).click()
  await heading('Nr 19')
  await act('Next contact')
  await heading('Nr 20')

  await act('Add note')
  await page.getByRole('dialog').getByLabel('Note').fill('Met at the fair')
  await press('Add note')
  await toast(page, 'Note added')
  await act('Edit tags')
  await page.getByRole('dialog').getByLabel('Tags').fill('fair, hot')
  await press('Save')
  await toast(page, 'Tags saved')
  await act('Add to List')
  await page.getByRole('dialog').getByLabel('Email list').selectOption('Fair')
  await press('Add to List')
  await toast(page, 'Added to the email list')
  await act('Add to Sequence')
  await page.getByRole('dialog').getByLabel('Sequence').selectOption(sequenceId)
  await press('Add 1 to Sequence')
  await toast(page, 'Added 1 contact(s) to sequence successfully')
  await expect(page.getByText('Not in any sequence')).toHaveCount(0)
  await act('Unsubscribe')
  await page.getByRole('dialog').getByLabel('who asked for it (unsubscribed)').check()
  await press('Do not contact')
  await toast(page, 'p20@one.example gets no more emails')
  await expect(page.getByText('Unsubscribed', { exact: true }).first()).toBeVisible()

  await act('Next contact')
  await heading('Nr 21')
  await expect(page.getByRole('link', { name: 'Next contact' })).toHaveCount(0)
  await act('Previous contact')
  await heading('Nr 20')
  await act('Previous contact')
  await heading('Nr 19')
  await page.getByRole('main').getByRole('link', { name: 'Contacts', exact: true }).click()
  await expect(page).toHaveURL(/sort=email/)
  const { contacts } = await client.ok('GET', '/api/contacts?email=p20@one.example')
  expect(contacts[0]).toMatchObject({ tags: ['fair', 'hot'], unsubscribed: true })
})
