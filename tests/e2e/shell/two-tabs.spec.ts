import { editForms, KINDS, labelled } from '../../support/edit-forms'
import { passAxe } from '../axe'
import { expect, openFailingPage, openForm, type Page, signIn, submit, test } from '../support'

async function fill(page: Page, label: string | RegExp, value: string | boolean): Promise<void> {
  const field = page.getByLabel(typeof label === 'string' ? labelled(label) : label).last()
  if (typeof value === 'boolean') await field.setChecked(value)
  else await field.fill(value)
}

/** The messages of these forms. */
const SAVED = /successfully$|^Mailbox saved$|^Webhook updated$/

for (const kind of KINDS) {
  const size = kind === 'contact' || kind === 'sequence settings' ? '' : '@sweep'
  test(`two tabs change a ${kind}: what both changed is asked, the rest is merged @js-only ${size}`, async ({
    page: first,
    server,
  }) => {
    const { client } = await signIn(first, server)
    const form = editForms(client)[kind]!
    const { both } = form
    const id = await form.make()
    const [mine, theirs] = [both.values[1], both.values[0]]
    const other = await openFailingPage(first)
    for (const page of [first, other]) await openForm(page, server, form, id)
    const save = (page: Page) =>
      submit(page, page.getByRole('button', { name: form.press, exact: true }).last())
    await fill(first, form.first.label, form.first.fill)
    await fill(first, both.label, theirs)
    await save(first)
    await expect.poll(async () => (await form.stored(id))[both.key]).toBe(theirs)
    // The tabs share the cookie that carries the message: this tab takes its own before the other one saves.
    await expect(first.getByRole('status').getByText(SAVED)).toBeVisible()
    await fill(other, form.second.label, form.second.fill)
    await fill(other, both.label, mine)
    await save(other)

    const question = other.getByRole('group', { name: both.part ?? both.label })
    await expect(question.getByRole('radio', { name: `Your value: ${mine}` })).toBeVisible()
    await expect(question.getByRole('radio', { name: `Saved meanwhile: ${theirs}` })).toBeVisible()
    await expect(other.getByText('You did not change these, so they are kept:')).toBeVisible()
    await expect(other.getByRole('alert').filter({ hasText: 'Choose which values to keep' })).toBeFocused()
    if (size === '') await passAxe(other)
    await question.getByRole('radio', { name: 'Your value' }).check()
    await save(other)
    await expect(other.getByText('Kept what was saved elsewhere meanwhile').first()).toBeVisible()
    const { second } = form
    expect(await form.stored(id)).toMatchObject({
      [form.first.key]: form.first.value,
      ...(second.key === both.key ? {} : { [second.key]: second.value }),
      [both.key]: mine,
    })
  })
}

test('a form that stays on its screen shows what was merged @js-only', async ({ page: first, server }) => {
  const { client } = await signIn(first, server)
  const form = editForms(client)['sequence settings']!
  const id = await form.make()
  const other = await openFailingPage(first)
  await openForm(other, server, form, id)
  await client.ok('PATCH', `/api/sequences/${id}`, { timezone: 'Asia/Tokyo', description: 'Theirs' })
  await fill(other, 'Name', 'Mine')
  await submit(other, other.getByRole('button', { name: 'Save', exact: true }))
  await expect(other.getByLabel('Timezone', { exact: true })).toHaveValue('Asia/Tokyo')
  await expect(other.getByLabel(labelled('Description'))).toHaveValue('Theirs')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Mine')
  await fill(other, 'Name', 'Mine again')
  await submit(other, other.getByRole('button', { name: 'Save', exact: true }))
  await expect.poll(async () => form.stored(id)).toMatchObject({ name: 'Mine again', timezone: 'Asia/Tokyo' })
})
