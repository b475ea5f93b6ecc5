import { expect, signIn, test } from '../support'

test('Escape closes a dialog that is not modal yet @js-only', async ({ page, server }) => {
  await signIn(page, server)
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => {}
  })
  await page.goto(`${server.url}/personas`)
  await page.getByRole('link', { name: 'Create Email List' }).first().click()
  const dialog = page.locator('dialog[data-route-dialog]')
  await expect(dialog).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${server.url}/personas`)
})
