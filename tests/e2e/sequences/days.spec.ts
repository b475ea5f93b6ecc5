import { expect, signIn, test } from '../support'
import { makeSequence, toast } from './support'

test('chooses days, a latest time, holidays and the contact’s time zone', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences/${id}/settings`)
  const form = page.getByRole('main').locator('form', { hasText: 'Days and times' })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await expect(form.getByLabel('Sunday')).toBeChecked()
  for (const day of ['Saturday', 'Sunday']) await form.getByLabel(day).uncheck()
  await form.getByLabel('Latest time').fill('08:00')
  await form.getByLabel('Holidays of').selectOption({ label: 'France' })
  await form.getByLabel('Other days off').fill('2026-12-31 2026-12-24,')
  await form.getByLabel("Send in the contact's time zone").check()
  await save.click()
  // The step is sent at nine.
  await expect(form.getByText('Mail 1 is sent at 09:00, after this time')).toBeVisible()
  await expect(form.getByLabel('Sunday')).not.toBeChecked()
  await expect(form.getByLabel('Other days off')).toHaveValue(/2026-12-31/)
  await form.getByLabel('Latest time').fill('17:00')
  await form.getByLabel('Other days off').fill('2026-12-24, Christmas')
  await save.click()
  await expect(form.getByText('Dates must be written as YYYY-MM-DD').last()).toBeVisible()
  await expect(form.getByLabel('Other days off')).toHaveValue('2026-12-24, Christmas')
  await form.getByLabel('Other days off').fill('2026-12-31 2026-12-24,')
  await save.click()
  await toast(page, 'Sequence updated successfully')
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({
    sendDays: [1, 2, 3, 4, 5],
    latestSendTime: '17:00',
    holidays: 'FR',
    holidayDates: ['2026-12-24', '2026-12-31'],
    useContactTimezone: true,
  })
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(page.getByText("(the contact's time zone, else UTC)")).toBeVisible()
  await page.goto(`${server.url}/sequences/${id}/settings`)
  await expect(form.getByLabel('Saturday')).not.toBeChecked()
  await expect(form.getByLabel('Other days off')).toHaveValue('2026-12-24, 2026-12-31')

  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await form.getByLabel(day).uncheck()
  await save.click()
  await expect(form.getByText('Choose at least one day of the week')).toBeVisible()
})
