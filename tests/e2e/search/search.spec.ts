import { passAxe } from '../axe'
import { expect, signIn, test } from '../support'

test('the command palette opens, finds, navigates and restores the focus @js-only @sized', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Berlin round' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/settings`)
  expect(asked.filter((url) => /palette-|search\/results/.test(url))).toEqual([])

  const link = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Search' })
  await link.focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('option', { name: 'Settings' })).toBeVisible()
  await passAxe(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(link).toBeFocused()

  await link.click()
  await palette.getByRole('combobox').fill('zzzz')
  await expect(palette.getByText('Nothing found')).toBeVisible()
  await palette.getByRole('combobox').fill('berlin')
  await expect(palette.getByRole('option', { name: 'Berlin round' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/sequences/${id}`)
  await expect(palette).toHaveCount(0)
})

test('the search screen finds the same @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await client.ok('POST', '/api/sequences', { name: 'Berlin round' })
  await page.goto(`${server.url}/search`)
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill('berlin')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?q=berlin/)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Sequences' })).toBeVisible()
  await box.fill('nothing of that name')
  await box.press('Enter')
  await expect(main.getByText('Nothing found')).toBeVisible()
  await page.goto(`${server.url}/search?q=berlin`)
  await main.getByRole('link', { name: 'Berlin round' }).click()
  await expect(page.getByRole('heading', { name: 'Berlin round' })).toBeVisible()
})

// With scripts it opens the palette.
test('the sidebar links to the search @no-js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/settings`)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeVisible()
})
