import { expect, failChanges, type Page, signIn, stopClock, test } from '../support'
import { makeSequence, stepsOf, toast } from './support'

const at = (url: string, id: string, path = '') => `${url}/sequences/${id}${path}?view=canvas`
const canvasOf = (page: Page) => page.getByRole('region', { name: 'Canvas', exact: true })
const cardOf = (page: Page, name: string) =>
  canvasOf(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })

test('shows the steps with their emails, and loads its scripts only when it is opened @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 2)
  const { id: templateId } = await client.ok('POST', '/api/templates', {
    name: 'Personal',
    subject: 'Planning at {{ company_name | default: "your company" }}',
    htmlBody:
      '<p>Hello {{ first_name }}, is {{ topic }} yours &amp; {{ last_name | default: "nobody" }}?</p>',
  })
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { notOpenedStepId: 'end', templateId })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const isLoaded = () => scripts.some((path) => /\/canvas-[^/]*\.js$/.test(path))
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(page.getByRole('heading', { name: 'Mail 1' })).toBeVisible()
  expect(isLoaded()).toBe(false)
  await page.getByRole('link', { name: 'Canvas', exact: true }).click()
  await expect(page).toHaveURL(at(server.url, id))
  const card = cardOf(page, 'Mail 2')
  await expect(card).toBeVisible()
  // Variables have the values of a preview.
  await expect(card).toContainText('Planning at Example Company')
  await expect(card).toContainText('Hello Jane, is [topic] yours & Doe?')
  await expect(card).toContainText('3 days after Mail 1, at 09:00')
  await expect(canvasOf(page)).toContainText('Times in UTC')
  expect(isLoaded()).toBe(true)
  // Its two ways without a reply end, and so does the way after a reply.
  for (const name of ['Insert a step after Mail 2: no reply', 'Insert a step after Mail 2: replied'])
    await expect(canvasOf(page).getByRole('link', { name, exact: true })).toBeVisible()
  await expect(canvasOf(page).getByRole('link', { name: 'Insert a step before Mail 1' })).toBeVisible()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(canvasOf(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(2)
})

test('edits a step in the panel, asks before it loses input, and returns the focus @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 2)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(at(server.url, id))
  const [one, two] = ['Mail 1', 'Mail 2'].map((name) =>
    cardOf(page, name).getByRole('link', { name: new RegExp(`^\\d+\\. ${name}$`) }),
  )
  const panel = page.getByRole('dialog')
  await one!.click()
  await expect(page).toHaveURL(at(server.url, id, `/steps/${steps[0]}/edit`))
  await expect(panel).toHaveAccessibleName('Mail 1')
  await expect(panel.getByLabel('Email template')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(one!).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByLabel('Step name').fill('First')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await two!.click()
  await expect.poll(() => asked.length).toBe(1)
  await expect(panel.getByLabel('Step name')).toHaveValue('First')
  await panel.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Step updated successfully')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/view=canvas/)
  await expect(cardOf(page, 'First')).toBeVisible()

  await two!.click()
  await panel.getByLabel('Step name').fill('Typed')
  await panel.getByRole('link', { name: 'Cancel' }).click()
  await expect(panel).toHaveCount(0)
  expect(asked).toHaveLength(1)
  await expect(two!).toBeFocused()

  // What is unchanged is left without a question; the panel then shows the other step.
  await two!.click()
  await expect(panel).toHaveAccessibleName('Mail 2')
  await cardOf(page, 'First')
    .getByRole('link', { name: /^\d+\. First$/ })
    .click()
  await expect(panel).toHaveAccessibleName('First')
  expect(asked).toHaveLength(1)
})

test('the panel keeps its values while a template is created over it @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  await page.goto(at(server.url, id, `/steps/${steps[0]}/edit`))
  const panel = page.locator('[data-step-panel]')
  await panel.getByLabel('Step name').fill('Typed')
  await panel.getByRole('button', { name: 'Create New Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Template' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/view=canvas/)
  await expect(panel.getByLabel('Step name')).toHaveValue('Typed')
})

test('a window that becomes narrow loses nothing, and keeps the dialog over the panel on top @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at(server.url, id, `/steps/${steps[0]}/edit`))
  const panel = page.locator('[data-step-panel]')
  const isModal = (one: typeof panel) => one.evaluate((element) => element.matches(':modal'))
  await panel.getByLabel('Step name').fill('Typed')
  for (const width of [800, 1440, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => isModal(panel)).toBe(width < 1000)
    await expect(panel.getByLabel('Step name')).toBeFocused()
  }
  await expect(panel.getByLabel('Step name')).toHaveValue('Typed')

  await panel.getByRole('button', { name: 'Edit email' }).click()
  const subject = page.getByRole('dialog', { name: 'Edit Email' }).getByLabel('Subject')
  await subject.fill('Also typed')
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(() => isModal(panel)).toBe(true)
  await expect(subject).toHaveValue('Also typed')
  // A click would fail if the panel were over it.
  await subject.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Edit Email' })).toHaveCount(0)
  await expect(panel.getByLabel('Step name')).toHaveValue('Typed')
})

test('on a phone the panel is a sheet over the whole width @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(at(server.url, id, `/steps/${steps[0]}/edit`))
  const panel = page.getByRole('dialog')
  await expect(panel.getByLabel('Email template')).toBeFocused()
  expect((await panel.boundingBox())!).toMatchObject({ x: 0, width: 360 })
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('reorders the main line by dragging and by keyboard, and reverts on failure @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 3)
  const [one, two, three] = steps
  await page.setViewportSize({ width: 1440, height: 1400 })
  await page.goto(at(server.url, id))
  const shown = () => canvasOf(page).getByRole('heading', { level: 3 }).allTextContents()
  const stored = async () => (await stepsOf(client, id)).map((step: { id: string }) => step.id)
  const handle = canvasOf(page).getByRole('button', { name: 'Reorder Mail 1' })
  await handle.hover()
  await page.mouse.down()
  const last = (await cardOf(page, 'Mail 3').boundingBox())!
  await page.mouse.move(last.x + 20, last.y + last.height / 2 - 5, { steps: 8 })
  await expect.poll(shown).toEqual(['1. Mail 2', '2. Mail 1', '3. Mail 3'])
  await page.mouse.up()
  await toast(page, 'Step updated successfully')
  await expect.poll(stored).toEqual([two, one, three])

  const move = async (key: 'ArrowUp' | 'ArrowDown', order: string[]) => {
    await handle.focus()
    await page.keyboard.press('Space')
    await expect(handle).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press(key)
    await expect.poll(shown).toEqual(order)
    await expect(handle).toBeFocused()
    await page.keyboard.press('Space')
  }
  await move('ArrowDown', ['1. Mail 2', '2. Mail 3', '3. Mail 1'])
  await expect.poll(stored).toEqual([two, three, one])
  const top = async (name: string) => (await cardOf(page, name).boundingBox())!.y
  await expect.poll(async () => (await top('Mail 3')) < (await top('Mail 1'))).toBe(true)

  await cardOf(page, 'Mail 1').hover()
  await canvasOf(page).getByRole('button', { name: 'Move Mail 1 up' }).click()
  await expect.poll(stored).toEqual([two, one, three])
  // Lifted before the new order has arrived, the card would be moved within the old one.
  await expect.poll(shown).toEqual(['1. Mail 2', '2. Mail 1', '3. Mail 3'])
  await expect(page).toHaveURL(at(server.url, id))

  await failChanges(page)
  await move('ArrowUp', ['1. Mail 1', '2. Mail 2', '3. Mail 3'])
  await toast(page, 'Failed to update step')
  await expect.poll(shown).toEqual(['1. Mail 2', '2. Mail 1', '3. Mail 3'])
  expect(await stored()).toEqual([two, one, three])
})

test('deletes a step from its card @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 2)
  await page.goto(at(server.url, id))
  await cardOf(page, 'Mail 2').hover()
  await canvasOf(page).getByRole('link', { name: 'Delete Mail 2' }).click()
  await page.getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Step deleted successfully')
  await expect(cardOf(page, 'Mail 2')).toHaveCount(0)
  await expect(cardOf(page, 'Mail 1')).toBeVisible()
})

test('zooms, fits, and has a map from twelve steps on @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const small = await makeSequence(client, 11)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(at(server.url, small.id))
  await expect(cardOf(page, 'Mail 11')).toBeAttached()
  const map = page.getByRole('img', { name: 'Map of the steps' })
  await expect(map).toHaveCount(0)
  const fields = { templateId: small.template, delayDays: 1, name: 'Mail 12' }
  await client.ok('POST', `/api/sequences/${small.id}/steps`, fields)
  await page.reload()
  await expect(map).toBeVisible()
  const frame = (await canvasOf(page).boundingBox())!
  const bottomOf = async (name: RegExp) => {
    const box = (await canvasOf(page).getByRole('heading', { name }).boundingBox())!
    return box.y + box.height
  }
  expect(await bottomOf(/Mail 12$/)).toBeGreaterThan(frame.y + frame.height)
  await page.getByRole('button', { name: 'Fit all steps' }).click()
  await expect.poll(() => bottomOf(/Mail 12$/)).toBeLessThan(frame.y + frame.height)
  const wide = async () => (await cardOf(page, 'Mail 12').boundingBox())!.width
  const before = await wide()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(wide).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(wide).toBeCloseTo(before, 0)
})

test('a running sequence shows how many contacts are at each step, live @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 2)
  const list = await client.ok('POST', '/api/personas', {
    name: 'Berlin',
    ...{ industry: 'Software', jobTitle: 'CTO', location: 'Berlin' },
  })
  for (const name of ['ann', 'bob'])
    await client.ok('POST', '/api/contacts', { email: `${name}@people.example`, personaId: list.id })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const { sql } = server.database
  await sql`update sequence_contacts set current_step_id = ${steps[0]!} where sequence_id = ${id}`
  await stopClock(page)
  await page.goto(at(server.url, id))
  await expect(cardOf(page, 'Mail 1')).toContainText('2 here')
  await sql`update sequence_contacts set current_step_id = ${steps[1]!} where sequence_id = ${id}
    and address_hash = (select min(address_hash) from sequence_contacts where sequence_id = ${id})`
  await page.clock.runFor(30_000)
  await expect(cardOf(page, 'Mail 2')).toContainText('1 here')
  await expect(cardOf(page, 'Mail 1')).toContainText('1 here')
})
