import { expect, type Page, signIn, test } from '../support'

/** Leaves the page or stays when the browser asks next. @returns the texts of its questions */
function decideNext(page: Page, leave: boolean): string[] {
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void (leave ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

test('asks before an unsaved workflow is left, also after a chip was added @js-only @sweep', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/workflows/create`)
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await page.getByLabel('Name', { exact: true }).fill('Find founders')

  await test.step('typed text', async () => {
    const asked = decideNext(page, false)
    await cancel.click()
    await expect.poll(() => asked).toEqual(['Leave without saving? Your changes will be lost.'])
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Find founders')
  })

  await test.step('a chip', async () => {
    const titles = page.getByRole('group', { name: 'Job Title', exact: true })
    await titles.getByRole('textbox').or(titles.getByRole('combobox')).fill('Chief Baker')
    await titles.getByRole('button', { name: 'Use custom' }).click()
    await expect(page.getByText('Chief Baker', { exact: true })).toBeVisible()
    const asked = decideNext(page, true)
    await cancel.click()
    await expect(page).toHaveURL(`${server.url}/workflows`)
    expect(asked).toHaveLength(1)
  })
})
