import { expect, failChanges, type Page, signIn, test } from '../support'
import { GROUP, makeSequence } from './support'

const ASK = 'Leave without saving? Your changes will be lost.'

/** Leaves the page or stays when the browser asks next. @returns the texts of its questions */
function decideNext(page: Page, leave: boolean): string[] {
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void (leave ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

test('asks before unsaved sequence settings are lost @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  const at = `${server.url}/sequences/${id}`
  await page.goto(at)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const name = page.getByLabel('Name', { exact: true })
  const limit = page.getByLabel('Contact limit')
  const tab = page.getByRole('navigation', { name: 'Sequence' }).getByRole('link', { name: 'Contacts' })
  await name.fill('Renamed')

  await test.step('a dialog over the screen keeps them without asking', async () => {
    await page.getByRole('link', { name: 'Add Step' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Add Step' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Add Step' })).toHaveCount(0)
    await expect(page).toHaveURL(at)
    await expect(name).toHaveValue('Renamed')
  })

  await test.step('leaving asks, and staying keeps them', async () => {
    for (const link of [tab, page.getByRole('link', { name: 'All settings' })]) {
      const asked = decideNext(page, false)
      await link.click()
      await expect.poll(() => asked).toEqual([ASK])
      await expect(name).toHaveValue('Renamed')
    }
  })

  await test.step('a saved card asks no more, and the Settings tab guards its own form', async () => {
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await expect.poll(async () => (await client.ok('GET', `/api/sequences/${id}`)).name).toBe('Renamed')
    await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0)
    await page.getByRole('link', { name: 'All settings' }).click()
    await expect(page).toHaveURL(`${at}/settings`)
    await limit.fill('7')
    const asked = decideNext(page, false)
    await tab.click()
    await expect.poll(() => asked).toEqual([ASK])
    await expect(limit).toHaveValue('7')
  })

  await test.step('a failed save keeps the form unsaved, also the second time', async () => {
    await failChanges(page)
    for (const _ of [1, 2]) {
      await save.click()
      await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0)
      const asked = decideNext(page, false)
      await tab.click()
      await expect.poll(() => asked).toEqual([ASK])
    }
    await page.unrouteAll()
  })

  await test.step('a saved form asks no more, and confirming leaves', async () => {
    await save.click()
    await expect.poll(async () => (await client.ok('GET', `/api/sequences/${id}`)).contactLimit).toBe(7)
    await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0)
    await limit.fill('8')
    const asked = decideNext(page, true)
    await tab.click()
    await expect(page).toHaveURL(`${at}/people`)
    expect(asked).toEqual([ASK])
    await page.getByRole('navigation', { name: 'Sequence' }).getByRole('link', { name: 'Settings' }).click()
    await expect(limit).toHaveValue('7')
  })
})

test('reports the missing fields of a new list once @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const said = page.getByText('Name, industry, job title, and location are required')
  await page.goto(`${server.url}/personas/new`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Email List' }).click()
  await expect(said.filter({ visible: true })).toHaveCount(1)
  for (const name of ['Name', 'Industry', 'Job Title', 'Location']) {
    await expect(dialog.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel(name)).toHaveAccessibleDescription(/are required$/)
  }
  const { id } = await client.ok('POST', '/api/personas', { name: 'People', ...GROUP })
  await page.goto(`${server.url}/personas/${id}/edit`)
  await dialog.getByLabel('Job Title').fill('')
  await dialog.getByLabel('Location').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(said.filter({ visible: true })).toHaveCount(1)
  await expect(dialog.getByLabel('Location')).toHaveAccessibleDescription(/are required$/)
})
