import { toast } from '../sequences/support'
import { expect, failChanges, signIn, submit, test } from '../support'

const AT = '/settings'

test('sets the limit of unopened emails, 1 when empty', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(server.url + AT)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Contacts', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(main.getByRole('heading', { name: 'Contact Filtering Settings' })).toBeVisible()
  const field = main.getByLabel('Maximum consecutive unopened emails')
  const save = main.getByRole('button', { name: 'Save' }).first()
  await expect(field).toHaveValue('3')
  for (const [typed, words] of [
    ['2.5', 'Must be a whole number'],
    ['0', 'Must be at least 1'],
    ['51', 'Must be at most 50'],
  ] as const) {
    await field.fill(typed)
    await save.click()
    await expect(main.getByText(words).first()).toBeVisible()
    await expect(field).toHaveValue(typed)
  }
  await field.fill('50')
  await save.click()
  await toast(page, 'Settings Saved')
  expect(await client.ok('GET', '/api/settings/contacts')).toMatchObject({ maxContinuousNotOpens: 50 })
  await field.fill('')
  await save.click()
  await expect(field).toHaveValue('1')
  // The field shows it before the server has responded.
  await expect
    .poll(() => client.ok('GET', '/api/settings/contacts'))
    .toMatchObject({ maxContinuousNotOpens: 1 })
})

test('settings that fail to save keep the typed values @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  await failChanges(page)
  const field = page.getByLabel('Maximum consecutive unopened emails')
  await field.fill('7')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await toast(page, 'Failed to update settings')
  await expect(field).toHaveValue('7')
})

test('sets the weekly limit of emails to a contact, for all sequences and for one @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  const main = page.getByRole('main')
  const field = main.getByLabel('Emails per contact in 7 days')
  const limitAt = async (path: string) => (await client.ok('GET', path)).maxEmailsPerContactPerWeek

  await test.step('in the settings', async () => {
    await page.goto(server.url + AT)
    await expect(field).toHaveValue('')
    await field.fill('101')
    await main.getByRole('button', { name: 'Save' }).first().click()
    await expect(main.getByText('Emails per week must be a whole number from 1 to 100').first()).toBeVisible()
    await expect(field).toHaveValue('101')
    await field.fill('2')
    await main.getByRole('button', { name: 'Save' }).first().click()
    await toast(page, 'Settings Saved')
    expect(await limitAt('/api/settings/contacts')).toBe(2)
    await field.fill('')
    await submit(page, main.getByRole('button', { name: 'Save' }).first())
    expect(await limitAt('/api/settings/contacts')).toBe(null)
  })

  await test.step('in a sequence', async () => {
    await page.goto(`${server.url}/sequences/${id}/settings`)
    await field.fill('3')
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => limitAt(`/api/sequences/${id}`)).toBe(3)
    await page.goto(`${server.url}/sequences/${id}/settings`)
    await expect(field).toHaveValue('3')
    await field.fill('')
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => limitAt(`/api/sequences/${id}`)).toBe(null)
  })
})

test('lets a contact be in one sequence at a time, and tells colleagues of a reply @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const stored = async () => {
    const { oneSequencePerContact, companyReply } = await client.ok('GET', '/api/settings/contacts')
    return { oneSequencePerContact, companyReply }
  }
  await page.goto(server.url + AT)
  const main = page.getByRole('main')
  const one = main.getByLabel('One sequence per contact at a time')
  const company = main.getByLabel('Colleagues’ sequences when a contact replies')
  const save = main.getByRole('button', { name: 'Save' }).first()
  await expect(one).not.toBeChecked()
  await expect(company).toHaveValue('ignore')
  await one.check()
  await company.selectOption({ label: 'Pause for 7 days' })
  await main.getByLabel('Maximum consecutive unopened emails').fill('51')
  await save.click()
  await expect(main.getByText('Must be at most 50').first()).toBeVisible()
  await expect(one).toBeChecked()
  await expect(company).toHaveValue('hold')
  await main.getByLabel('Maximum consecutive unopened emails').fill('5')
  await save.click()
  await toast(page, 'Settings Saved')
  expect(await stored()).toEqual({ oneSequencePerContact: true, companyReply: 'hold' })
  await page.goto(server.url + AT)
  await expect(one).toBeChecked()
  await one.uncheck()
  await save.click()
  await expect.poll(stored).toEqual({ oneSequencePerContact: false, companyReply: 'hold' })
})
