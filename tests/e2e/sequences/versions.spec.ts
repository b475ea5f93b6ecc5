import type { Client } from '../../support/client'
import { passAxe } from '../axe'
import { expect, type Page, signIn, test } from '../support'
import { makeList, makeSequence, stepsOf, TEXT, toast, top } from './support'

/** A running sequence "Mail 1", "Mail 2" with three contacts who wait for the first email. */
async function run(client: Client, steps = 2) {
  const made = await makeSequence(client, steps)
  await client.ok('POST', '/api/templates', { name: 'Other text', ...TEXT })
  const personaId = await makeList(client, 'CTOs')
  for (const name of ['ann', 'bob', 'cora'])
    await client.ok('POST', '/api/contacts', { email: `${name}@people.example`, personaId })
  await client.ok('POST', `/api/sequences/${made.id}/add-email-list`, { personaId })
  await client.ok('POST', `/api/sequences/${made.id}/activate`)
  return made
}

const review = (page: Page) => page.getByRole('region', { name: 'Review change' })
const back = (page: Page) => page.getByRole('button', { name: 'Back to editing' })
const save = (page: Page) => page.getByRole('button', { name: 'Save change' })

test('shows the effect of an edited step before it is saved', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await page.getByLabel('Email template').selectOption('Other text')
  await page.getByLabel('Delay (days)').fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(review(page)).toContainText('Step 1: Mail 1: template Other text instead of Introduction')
  await expect(review(page)).toContainText('waits 4 days instead of 1 day')
  await expect(review(page)).toContainText('3 contacts in progress')
  await expect(review(page)).toContainText('0 are past this step, 3 will get the new text.')
  await expect(review(page)).toContainText('3 next emails move: the earliest from')
  await expect(page.getByLabel('Delay (days)')).toBeHidden()
  expect((await stepsOf(client, id))[0].delayDays).toBe(1)

  // Everything typed is kept.
  await back(page).click()
  await expect(review(page)).toHaveCount(0)
  await expect(page.getByLabel('Delay (days)')).toHaveValue('4')
  await page.getByLabel('Delay (days)').fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(review(page)).toContainText('waits 5 days instead of 1 day')
  // The sequence changes before the user confirms.
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { delayDays: 2 })
  await save(page).click()
  await expect(review(page).getByRole('alert')).toContainText('The sequence has changed')
  expect((await stepsOf(client, id))[0].delayDays).toBe(1)
  await save(page).click()
  await toast(page, 'Step updated successfully')
  expect((await stepsOf(client, id))[0].delayDays).toBe(5)
})

test('asks before a step is added or deleted, or settings change @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=wait`)
  await page.getByLabel('Step name').fill('Pause')
  await page.getByLabel('Wait', { exact: true }).fill('2')
  await page.getByLabel('Unit').selectOption('days')
  await page.getByRole('button', { name: 'Create Step' }).click()
  await expect(review(page)).toContainText('Step 3: Pause: added')
  await expect(review(page)).toContainText('0 are past its place, 3 will come to the new step.')
  await save(page).click()
  await toast(page, 'Step created successfully')
  expect(await stepsOf(client, id)).toHaveLength(3)

  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/delete`)
  await expect(top(page, 'Delete Step')).toContainText('3 contacts get another step’s email next.')
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { delayDays: 9 })
  await top(page, 'Delete Step').getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Check the effect again')
  await top(page, 'Delete Step').getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Step deleted successfully')

  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByLabel('Timezone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(review(page)).toContainText('Settings: Timezone: Asia/Tokyo instead of UTC')
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({ timezone: 'UTC' })
  await save(page).click()
  await toast(page, 'Sequence updated successfully')
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({ timezone: 'Asia/Tokyo' })
  await page.goto(`${server.url}/sequences/${id}/settings`)
  await page.getByLabel('Sunday').uncheck()
  await page.getByLabel('Contact limit').fill('50')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(review(page)).toContainText('Sends on')
  await expect(page.getByLabel('Contact limit')).toBeHidden()
  await back(page).click()
  await expect(page.getByLabel('Sunday')).not.toBeChecked()
  await expect(page.getByLabel('Contact limit')).toHaveValue('50')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await save(page).click()
  await toast(page, 'Sequence updated successfully')
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({
    sendDays: [1, 2, 3, 4, 5, 6],
    contactLimit: 50,
  })
  // A name changes nothing for contacts.
  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await toast(page, 'Sequence updated successfully')
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible()
})

test('asks before the order changes @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByRole('button', { name: 'Move Mail 2 up' }).click()
  await expect(top(page, 'Change Order')).toContainText('Order: Mail 2, Mail 1 instead of Mail 1, Mail 2')
  await expect(top(page, 'Change Order')).toContainText('3 contacts get another step’s email next.')
  await top(page, 'Change Order').getByRole('link', { name: 'Cancel' }).click()
  await expect(top(page, 'Change Order')).toHaveCount(0)
  expect((await stepsOf(client, id)).map((step: { id: string }) => step.id)).toEqual(steps)
  await page.getByRole('button', { name: 'Move Mail 2 up' }).click()
  await top(page, 'Change Order').getByRole('button', { name: 'Save change' }).click()
  await toast(page, 'Step updated successfully')
  expect((await stepsOf(client, id)).map((step: { id: string }) => step.id)).toEqual(steps.toReversed())
})

test('asks before a dragged order is saved @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByRole('button', { name: 'Reorder Mail 1' }).focus()
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect(top(page, 'Change Order')).toContainText('Order: Mail 2, Mail 1 instead of Mail 1, Mail 2')
  await page.keyboard.press('Escape')
  await expect(top(page, 'Change Order')).toHaveCount(0)
  await expect(page.locator('[id^=step-] h3').first()).toContainText('Mail 1')
  await page.getByRole('button', { name: 'Reorder Mail 1' }).focus()
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await top(page, 'Change Order').getByRole('button', { name: 'Save change' }).click()
  await toast(page, 'Step updated successfully')
  await expect(page.locator('[id^=step-] h3').first()).toContainText('Mail 2')
  expect((await stepsOf(client, id)).map((step: { id: string }) => step.id)).toEqual(steps.toReversed())
})

const follow = (page: Page) => page.getByRole('radio', { name: 'Follow the new version' })
const stay = (page: Page) => page.getByRole('radio', { name: 'Stay on the version they have' })

test('lets contacts in progress stay on the version they have', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await page.getByLabel('Delay (days)').fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('group', { name: '3 contacts in progress' })).toBeVisible()
  await expect(follow(page)).toBeChecked()
  await expect(review(page)).toContainText('3 in progress stay on version 1; new contacts get version 2.')
  await stay(page).check()
  // The choice is kept in further edits, and while the sequence changes.
  await back(page).click()
  await page.getByLabel('Delay (days)').fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(stay(page)).toBeChecked()
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { delayDays: 2 })
  await save(page).click()
  await expect(review(page).getByRole('alert')).toContainText('The sequence has changed')
  await expect(review(page)).toContainText('3 in progress stay on version 2; new contacts get version 3.')
  await expect(stay(page)).toBeChecked()
  await save(page).click()
  await toast(page, 'Step updated successfully')

  // A deletion would affect no contact, so the question is the usual one.
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[1]}/delete`)
  await expect(top(page, 'Delete Step')).not.toContainText('in progress')

  await page.goto(`${server.url}/sequences/${id}/versions`)
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(rows.nth(1)).toContainText('3 contacts in progress are on this version.')
  await expect(rows.nth(0)).not.toContainText('on this version')
  await page.goto(`${server.url}/sequences/${id}/people`)
  await page
    .getByRole('link', { name: /ann@people.example/ })
    .first()
    .click()
  await expect(
    page.getByText('Stays on version 2 of the sequence. The current one is version 3.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'version 2' }).click()

  const move = page.getByRole('link', { name: 'Move the contacts of version 2 to the current version' })
  await move.click()
  const dialog = top(page, 'Move to the Current Version')
  await expect(dialog).toContainText('Step 1: Mail 1: waits 4 days instead of 1 day')
  await expect(dialog).toContainText('3 next emails move: the earliest from')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await client.ok('PATCH', `/api/steps/${steps[0]}`, { delayDays: 5 })
  await dialog.getByRole('button', { name: 'Move contacts' }).click()
  await toast(page, 'Check the effect again')
  await expect(dialog).toContainText('waits 5 days instead of 1 day')
  await dialog.getByRole('button', { name: 'Move contacts' }).click()
  await toast(page, '3 contacts moved')
  await expect(page.getByText('on this version')).toHaveCount(0)
  await page.goto(`${server.url}/sequences/${id}/versions/2/move`)
  await expect(page).toHaveURL(`${server.url}/sequences/${id}/versions`)
})

test('dialogs offer the choice, and keep it @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/delete`)
  await stay(page).check()
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { delayDays: 9 })
  await top(page, 'Delete Step').getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Check the effect again')
  await expect(stay(page)).toBeChecked()
  await top(page, 'Delete Step').getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Step deleted successfully')
  await page.goto(`${server.url}/sequences/${id}/versions`)
  await expect(page.getByText('3 contacts in progress are on this version.')).toBeVisible()
})

test('the focus of a question starts at Cancel, in spite of the choice @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/delete`)
  await expect(stay(page)).toBeVisible()
  await expect(top(page, 'Delete Step').getByRole('link', { name: 'Cancel' })).toBeFocused()
})

test('lists versions and restores one', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  await client.ok('PATCH', `/api/steps/${steps[1]}`, { delayDays: 3, name: 'Follow-up' })
  await client.ok('DELETE', `/api/steps/${steps[0]}?force=true`)
  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByRole('link', { name: 'Versions' }).click()
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Current')
  await expect(rows.nth(0)).toContainText('Step 1: Mail 1: deleted')
  await expect(rows.nth(1)).toContainText(
    'Step 2: Follow-up: renamed from Mail 2; waits 3 days instead of 1 day',
  )
  await expect(rows.nth(2)).toContainText('The first version.')

  await page.getByRole('link', { name: 'Restore version 1' }).click()
  const dialog = top(page, 'Restore Version 1')
  await expect(dialog).toContainText('Step 1: Mail 1: added')
  await expect(dialog).toContainText('Step 2: Mail 2: renamed from Follow-up; waits 1 day instead of 3 days')
  await expect(dialog).toContainText('3 contacts get another step’s email next.')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'Version 1 restored')
  await expect(rows.nth(0)).toContainText('Restored from 1')
  expect(await stepsOf(client, id)).toMatchObject([
    { id: steps[0], name: 'Mail 1', delayDays: 1 },
    { id: steps[1], name: 'Mail 2', delayDays: 1 },
  ])
  await page.goto(`${server.url}/sequences/${id}/versions/77/restore`)
  await expect(page.getByText('Version not found')).toBeVisible()
  const draft = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences/${draft.id}/versions`)
  await expect(page.getByText('No versions yet')).toBeVisible()
})

test('the review and the list of versions are accessible @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await run(client)
  const passes = async () => {
    // The line that shows that a page is loading belongs to no region.
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await passAxe(page)
  }
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await page.getByLabel('Delay (days)').fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Review change' })).toBeFocused()
  await expect(stay(page)).toBeVisible()
  await passes()
  await stay(page).check()
  await save(page).click()
  await toast(page, 'Step updated successfully')
  await page.goto(`${server.url}/sequences/${id}/versions`)
  await expect(page.getByText('3 contacts in progress are on this version.')).toBeVisible()
  await passes()
  await page.getByRole('link', { name: 'Restore version 1' }).click()
  await expect(top(page, 'Restore Version 1')).toBeVisible()
  await passes()
})
