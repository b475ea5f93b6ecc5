import { expect, type Page, signIn, type test as Test, test } from '../support'
import { countActions } from './actions'
import { makeSequence, stepsOf, TEXT, toast } from './support'

const MAX_ACTIONS = 39

type Server = Parameters<Parameters<typeof Test>[2]>[0]['server']

/**
 * Builds a branched sequence from nothing: an email with two variants and a reminder, a pause between them, and a step for each of two
 * reactions.
 */
async function build(page: Page, server: Server, view: string) {
  const { client } = await signIn(page, server)
  const { id, template } = await makeSequence(client)
  const second = await client.ok('POST', '/api/templates', { name: 'Question', ...TEXT })
  await page.goto(`${server.url}/sequences/${id}${view}`)
  const user = countActions()
  const form = page.getByRole('dialog')
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

  const saved = async (name: string) => {
    await user.type(form.getByLabel('Step name'), name)
    await user.click(form.getByRole('button', { name: 'Create Step' }))
    await toast(page, 'Step created successfully')
    await expect(form).toHaveCount(0)
  }
  const email = async (place: string, name: string) => {
    await user.click(link(place))
    await user.click(form.getByRole('link', { name: /^Send Email/ }))
    await user.choose(form.getByLabel('Email template'), 'Introduction')
    await saved(name)
  }
  await user.click(link('Add Step'))
  await user.click(form.getByRole('link', { name: /^Send Email/ }))
  await user.choose(form.getByLabel('Email template'), 'Introduction')
  await user.click(form.getByRole('button', { name: 'Add variant' }))
  await user.choose(form.getByLabel('Variant B: Email template'), 'Question')
  await saved('Intro')
  await email('Insert a step after Intro: no reply', 'Reminder')
  await email('Insert a step after Intro: replied', 'Thanks')
  await user.click(link('Insert a step between Intro and Reminder: no reply'))
  await user.click(form.getByRole('link', { name: /^Wait/ }))
  await user.type(form.getByLabel('Wait', { exact: true }), '2')
  await user.choose(form.getByLabel('Unit'), 'days')
  await saved('Pause')
  // Of the two reactions that lead on together, only one.
  await user.click(link('Insert a step between Intro and Pause: no reply'))
  await user.click(form.getByRole('link', { name: 'Opened, no reply', exact: true }))
  await expect(form).toContainText('Between Intro and Pause: opened, no reply.')
  await user.click(form.getByRole('link', { name: /^Send Email/ }))
  await user.choose(form.getByLabel('Email template'), 'Introduction')
  await expect(form.getByLabel('Not opened: Next step')).toHaveValue(/[0-9a-f-]{36}/)
  await saved('Nudge')

  const steps: Record<string, unknown>[] = await stepsOf(client, id)
  const idOf = (name: string) => steps.find((step) => step.name === name)!.id
  expect(steps.map(({ name, branchOnly }) => [name, branchOnly])).toEqual([
    ['Intro', false],
    ['Nudge', true],
    ['Pause', false],
    ['Thanks', true],
    ['Reminder', false],
  ])
  expect(steps[0]).toMatchObject({
    notOpenedNext: 'default',
    openedNoReplyStepId: idOf('Nudge'),
    repliedStepId: idOf('Thanks'),
    variants: [
      { templateId: template, weight: 1, active: true },
      { templateId: second.id, weight: 1, active: true },
    ],
  })
  expect(steps[1]).toMatchObject({ notOpenedStepId: idOf('Pause'), openedNoReplyStepId: idOf('Pause') })
  expect(user.count()).toBeLessThanOrEqual(MAX_ACTIONS)
}

test('a branched sequence of five steps with two variants is built in the list in fewer than 40 actions', async ({
  page,
  server,
}) => {
  await build(page, server, '')
})

test('a branched sequence of five steps with two variants is built on the canvas in fewer than 40 actions @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  // Without scripts this URL shows the list.
  await build(page, server, '?view=canvas')
  await expect(page).toHaveURL(/view=canvas/)
  const canvas = page.getByRole('region', { name: 'Canvas', exact: true })
  await expect(canvas).toHaveCount(javaScriptEnabled ? 1 : 0)
  if (!javaScriptEnabled)
    expect(await page.locator('noscript').allTextContents()).toContainEqual(
      expect.stringMatching(/^The canvas needs JavaScript\./),
    )
})

test('says when each step comes, and what it waits for @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps, template } = await makeSequence(client, 2)
  await client.ok('PATCH', `/api/sequences/${id}`, { timezone: 'Europe/Paris' })
  const [one, two] = steps
  const time = { delayDays: 2, sendHour: 9, sendMinute: 30 }
  await client.ok('PATCH', `/api/steps/${two}`, time)
  const fields = { templateId: template, name: 'Thanks', branchOnly: true, delayDays: 1 }
  const side = await client.ok('POST', `/api/sequences/${id}/steps`, fields)
  await client.ok('PATCH', `/api/steps/${one}`, { repliedStepId: side.id })
  await page.goto(`${server.url}/sequences/${id}`)
  const card = (name: string) => page.locator('li').filter({ has: page.getByRole('heading', { name }) })
  await expect(card('Mail 1')).toContainText('1 day after the start, at 09:00 (Europe/Paris)')
  await expect(card('Mail 1')).toContainText('Waits 2 days for a reaction')
  await expect(card('Mail 2')).toContainText('4 days after Mail 1, at 09:30 (Europe/Paris)')
  await expect(card('Mail 2')).not.toContainText('for a reaction')
  await expect(card('Thanks')).toContainText('1 day after a reply to Mail 1, at 09:00 (Europe/Paris)')
})

test('a place that has changed in the meantime loses nothing that was typed @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 2)
  await page.goto(
    `${server.url}/sequences/${id}/steps/new?type=wait&after=${steps[0]}&on=notOpened,openedNoReply`,
  )
  const form = page.getByRole('dialog')
  await form.getByLabel('Wait', { exact: true }).fill('3')
  await form.getByLabel('Unit').selectOption('days')
  await form.getByLabel('Step name').fill('Pause')
  await client.ok('PATCH', `/api/steps/${steps[0]}`, { notOpenedStepId: 'end' })
  const create = form.getByRole('button', { name: 'Create Step' })
  await create.click()
  await toast(page, 'The steps have changed in the meantime')
  await expect(form.getByLabel('Step name')).toHaveValue('Pause')
  await expect(form).toContainText('this step is added at the end')
  await create.click()
  await toast(page, 'Step created successfully')
  expect((await stepsOf(client, id)).map(({ name }: { name: string }) => name)).toEqual([
    'Mail 1',
    'Mail 2',
    'Pause',
  ])
  await page.goto(`${server.url}/sequences/${id}/steps/new?after=${crypto.randomUUID()}&on=replied`)
  await expect(page.getByText('Step not found')).toBeVisible()
})
