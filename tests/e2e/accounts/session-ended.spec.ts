import { editForms, KINDS, labelled } from '../../support/edit-forms'
import { passAxe } from '../axe'
import { expect, openFailingPage, openForm, signIn, test } from '../support'

for (const kind of KINDS) {
  const size = kind === 'template' || kind === 'sequence settings' ? '' : '@sweep'
  test(`the session ends while a ${kind} is edited: the save goes on after the log-in @js-only ${size}`, async ({
    page: first,
    server,
  }) => {
    const { client, user } = await signIn(first, server)
    const form = editForms(client)[kind]!
    const { both } = form
    const id = await form.make()
    const page = await openFailingPage(first)
    await openForm(page, server, form, id)
    const field = page.getByLabel(labelled(both.label)).last()
    await field.fill(both.values[0])
    // It ends as the form is sent: a check of what is being typed would meet its end, and ask, before the press.
    let isEnded = false
    await page.route(/\.data(\?|$)/, async (route) => {
      if (!isEnded && route.request().method() === 'POST') {
        isEnded = true
        await server.database.sql`delete from sessions where user_id = ${user.id}`
      }
      await route.continue()
    })
    await page.getByRole('button', { name: form.press, exact: true }).last().click()

    const dialog = page.getByRole('dialog', { name: 'Log in to go on' })
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await expect(dialog.getByLabel('Email')).toHaveValue(user.email)
    if (size === '') await passAxe(page)
    await dialog.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Invalid email or password')
    await dialog.getByLabel('Password').fill(user.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await client.ok('POST', '/api/auth/login', { email: user.email, password: user.password })
    await expect.poll(async () => (await form.stored(id))[both.key]).toBe(both.values[0])
  })
}

test('a log-in that is put off keeps the form, and a page opens at its address @js-only', async ({
  page: first,
  server,
}) => {
  const { client, user } = await signIn(first, server)
  const form = editForms(client).contact!
  const id = await form.make()
  const page = await openFailingPage(first)
  await openForm(page, server, form, id)
  const end = () => server.database.sql`delete from sessions where user_id = ${user.id}`
  await page.getByLabel(labelled('Title')).fill('Kept')
  await end()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to go on' })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Failed to update contact').first()).toBeVisible()
  await expect(page.getByLabel(labelled('Title'))).toHaveValue('Kept')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByLabel('Password').fill(user.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contact updated successfully').first()).toBeVisible()

  await end()
  await page.goto(`${server.url}/personas?page=2&q=a`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/personas?page=2&q=a`)
})
