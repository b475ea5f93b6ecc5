import { expect, signIn, test } from '../support'
import { makeSequence, stepsOf, toast } from './support'

test('asks who gets a main-line step that a branch newly leads to', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 3)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const question = page.getByRole('group', { name: 'Who gets Mail 2' })
  await expect(question).toHaveCount(0)
  await page.getByLabel('Replied: Next step').selectOption({ label: 'Step 2: Mail 2' })
  if (!javaScriptEnabled) {
    await save.click()
    await expect(question).toContainText('choose whether contacts also get it in order')
  }
  await expect(question.getByRole('radio', { name: /^Every contact, in order/ })).toBeChecked()
  await question.getByRole('radio', { name: /Mail 1 is followed by Mail 3 instead/ }).check()
  await save.click()
  await toast(page, 'Step updated successfully')
  const branchOnly = async () =>
    (await stepsOf(client, id)).map((step: { branchOnly: boolean }) => step.branchOnly)
  expect(await branchOnly()).toEqual([false, true, false])
  const card = page.getByRole('listitem').filter({ hasText: 'Mail 2' }).filter({ hasText: 'Branch only' })
  await expect(card).toBeVisible()
  await expect(page.getByText('Next step in order: Mail 3').first()).toBeVisible()

  await page.goto(`${server.url}/sequences/${id}/steps/${steps[1]}/edit`)
  await page.getByLabel('Branch only').uncheck()
  await save.click()
  await toast(page, 'Step updated successfully')
  expect(await branchOnly()).toEqual([false, false, false])
})

test('warns about a branch-only step that no branch leads to @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=wait`)
  await page.getByLabel('Wait', { exact: true }).fill('2')
  await page.getByLabel('Unit').selectOption('days')
  await page.getByLabel('Step name').fill('Pause')
  await page.getByLabel('Branch only').check()
  await page.getByRole('button', { name: 'Create Step' }).click()
  await toast(page, 'Step created successfully')
  await expect(page.getByText('Pause is branch only, but no branch leads to it')).toBeVisible()
})
