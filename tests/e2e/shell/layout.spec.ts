import type { Client } from '../../support/client'
import { GROUP, makeSequence } from '../sequences/support'
import { expect, type Page, signIn, test } from '../support'

const boxesMeet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A sequence with a side step, and a list with contacts. */
async function fill(client: Client) {
  const { id, steps } = await makeSequence(client, 3)
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>Hi</p>',
  })
  const side = await client.ok('POST', `/api/sequences/${id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    branchOnly: true,
  })
  await client.ok('PATCH', `/api/steps/${steps[0]}`, { repliedStepId: side.id })
  const list = await client.ok('POST', '/api/personas', { name: 'People', ...GROUP })
  for (const name of ['ann', 'bob', 'cora', 'dan', 'eva', 'finn', 'gina'])
    await client.ok('POST', '/api/contacts', { email: `${name}@people.example`, personaId: list.id })
  return { id, listId: list.id as string, templateId: template.id as string }
}

// Where scrollbars take room (Windows, Linux) such a bar shows one; headless browsers hide them.
test('tab bars never scroll vertically @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await fill(client)
  for (const path of [`/sequences/${id}`, '/campaign-builder/email-sending', '/settings']) {
    await page.goto(server.url + path)
    const bars = page.getByRole('main').locator('nav:has([aria-current=page])')
    expect(await bars.count()).toBeGreaterThan(0)
    for (const bar of await bars.all())
      expect(await bar.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
  }
})

test('shows the whole picture of a sequence beside its steps @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await fill(client)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/sequences/${id}`)
  const picture = page.getByRole('region', { name: 'Sequence overview' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('labels in the picture never overlap @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>Hi</p>',
  })
  const side: string[] = []
  for (const delayDays of [1, 2, 3]) {
    const fields = { templateId: template.id, delayDays, branchOnly: true }
    side.push((await client.ok('POST', `/api/sequences/${id}/steps`, fields)).id)
  }
  const [reminder, study, thanks] = side
  const change = (step: string, branches: object) => client.ok('PATCH', `/api/steps/${step}`, branches)
  await change(steps[0]!, { notOpenedStepId: reminder, openedNoReplyStepId: study, repliedStepId: thanks })
  await change(reminder!, { openedNoReplyStepId: study, openedNoReplyWaitDays: 1, repliedStepId: thanks })
  await change(study!, { repliedStepId: thanks })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/sequences/${id}`)
  const picture = page.getByRole('region', { name: 'Sequence overview' })
  const boxesOf = async (selector: string) =>
    Promise.all((await picture.locator(selector).all()).map(async (one) => (await one.boundingBox())!))
  const [words, nodes] = [await boxesOf('> div > span'), await boxesOf('ol a')]
  expect(words.length).toBe(3)
  expect(nodes.length).toBe(4)
  for (const [at, word] of words.entries())
    for (const other of [...nodes, ...words.slice(at + 1)]) expect(boxesMeet(word, other)).toBe(false)
})

for (const width of [768, 360]) {
  test(`three stat cards fill their grid at ${width} px @sweep`, async ({ page, server }) => {
    const { client } = await signIn(page, server)
    await fill(client)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/personas`)
    const grid = (await page.locator('main dl').first().boundingBox())!
    const last = (await page.locator('main dl > div').nth(2).boundingBox())!
    expect(last.x + last.width).toBeCloseTo(grid.x + grid.width, 0)
  })
}

test('on a phone a contact’s menu is beside its name @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, listId } = await fill(client)
  await client.connectMailbox('sender@example.com')
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: listId })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/sequences/${id}/people`)
  const row = page.getByRole('row', { name: 'ann@people.example' })
  const name = (await row.getByRole('link').first().boundingBox())!
  const menu = (await row.locator('summary, button').first().boundingBox())!
  expect(menu.y).toBeLessThan(name.y + name.height)
  expect(boxesMeet(menu, name)).toBe(false)
})

test('the table of contacts fits beside the support panel @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server, { chat: true })
  const industry = 'transportation/trucking/railroad'
  const list = await client.ok('POST', '/api/personas', { name: 'Carriers', ...GROUP, industry })
  const email = 'nina.shah@forge-instruments-of-the-north.example'
  await client.ok('POST', '/api/contacts', { email, firstName: 'Nina', personaId: list.id })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/contacts`)
  await expect(page.getByRole('complementary', { name: 'Support' }).locator('iframe')).toBeVisible()
  const table = page.getByRole('table', { name: 'Contacts' })
  await expect(table.getByRole('columnheader', { name: 'Industry' })).toBeVisible()
  expect(await table.evaluate((one) => one.clientWidth - one.parentElement!.clientWidth)).toBe(0)
})

test('shows leads as a table where filters and support panel leave room, else as cards @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server, { chat: true })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  await page.setViewportSize({ width: 1800, height: 900 })
  await page.goto(`${server.url}/contacts-hub/leads-finder?search=true&jobTitles=owner`)
  await expect(page.getByRole('complementary', { name: 'Support' }).locator('iframe')).toBeVisible()
  const cell = page.getByRole('region', { name: 'Results' }).locator('tbody tr td').first()
  const display = () => cell.evaluate((one) => getComputedStyle(one).display)
  expect(await display()).toBe('table-cell')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect.poll(display).not.toBe('table-cell')
  }
})

test('the builder’s variable menu overlaps no button @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { templateId } = await fill(client)
  await page.goto(`${server.url}/templates/${templateId}/preview/edit`)
  await page.getByText('Visual Builder', { exact: true }).click()
  await page.frameLocator('iframe.gjs-frame').getByText('Hi').dblclick()
  await expect(page.getByLabel('Insert a variable')).toBeVisible()
  const menu = (await page.getByLabel('Insert a variable').boundingBox())!
  const others = page.locator('.gjs-rte-action:not(:has(select))')
  expect(await others.count()).toBeGreaterThan(4)
  for (const button of await others.all()) expect(boxesMeet(menu, (await button.boundingBox())!)).toBe(false)
})

test('a field with an error stays aligned @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await fill(client)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=send_email`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Delay (days)').fill('-1')
  await dialog.getByLabel('Wait days').first().fill('-1')
  await dialog.getByRole('button', { name: 'Create Step' }).click()
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  const top = async (name: string) => (await dialog.getByLabel(name).first().boundingBox())!.y
  await expect(dialog.getByLabel('Delay (days)')).toHaveAttribute('aria-invalid', 'true')
  expect(await top('Delay (days)')).toBeCloseTo(await top('Send time'), 0)
})

test('the status of a mailbox choice stays in one line on a phone @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await fill(client)
  for (const name of ['jonas', 'maya']) {
    const boxId = await client.connectMailbox(`${name}@northlight-93bbff9f.example`)
    await server.database.sql`update mail_accounts set status = 'error' where id = ${boxId}`
  }
  await page.setViewportSize({ width: 345, height: 740 })
  await page.goto(`${server.url}/sequences/${id}/settings`)
  const labels = page.getByRole('group', { name: 'Mailboxes' }).locator('label > span')
  await expect(labels).toHaveText([/ \(paused\)$/, / \(paused\)$/])
  const lines = await labels.evaluateAll((all) =>
    all.map((label) => {
      let text: Node = label
      while (text.lastChild) text = text.lastChild
      const status = document.createRange()
      status.selectNodeContents(text)
      status.setStart(text, text.textContent!.indexOf('('))
      return status.getClientRects().length
    }),
  )
  expect(lines).toEqual([1, 1])
})

test('the Templates tab opens at the top of the page @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await fill(client)
  await page.setViewportSize({ width: 360, height: 400 })
  const tab = page.getByRole('main').getByRole('link', { name: 'Templates', exact: true })
  await page.goto(`${server.url}/campaign-builder/email-sending`)
  await tab.click()
  await expect(page).toHaveURL(/#templates$/)
  await expect(page.getByRole('link', { name: 'Create Template' })).toBeVisible()
  await expect(tab).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Create Template' })).toBeVisible()
  await expect(tab).toBeInViewport()
})

test('a template’s buttons stay in one line on a phone with a scrollbar @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await fill(client)
  await page.setViewportSize({ width: 345, height: 740 })
  await page.goto(`${server.url}/campaign-builder/email-sending/templates`)
  const card = page.getByRole('region', { name: 'Templates' }).getByRole('listitem').first()
  const [preview, remove] = [/^Preview/, /^Delete/].map((name) => card.getByRole('link', { name }))
  const top = async (one = preview) => (await one!.boundingBox())!.y
  expect(await top(remove)).toBeCloseTo(await top(preview), 0)
})

for (const width of [1440, 768, 360]) {
  test(`toasts cover no header button at ${width} px @js-only @sweep`, async ({ page, server }) => {
    const { client } = await signIn(page, server)
    const { listId } = await fill(client)
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => localStorage.setItem('chatWidgetOpen', 'false'))
    await page.goto(`${server.url}/personas/${listId}/delete`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const toast = page.getByText('Email list deleted successfully').first()
    await expect(toast).toBeVisible()
    const card = (await page.locator('[role=status]:has-text("deleted successfully") > div').boundingBox())!
    const buttons = page.locator('main [data-actions] > *, main .button-primary')
    for (const button of await buttons.all()) {
      const box = await button.boundingBox()
      if (box) expect(boxesMeet(card, box)).toBe(false)
    }
  })
}

test('nothing covers row actions on a phone', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { listId } = await fill(client)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${server.url}/personas/${listId}`)
  const acts = page.getByRole('main').getByRole('link', { name: /^(Edit|Delete)/ })
  expect(await acts.count()).toBeGreaterThan(6)
  const chat = (await page.getByLabel('Open support chat').boundingBox())!
  for (const act of await acts.all()) {
    await act.evaluate((one) => one.scrollIntoView({ block: 'end' }))
    expect(boxesMeet(chat, (await act.boundingBox())!)).toBe(false)
  }
  await expectFree(page)
})

for (const width of [768, 1024, 1280]) {
  test(`the chat button covers no control at ${width} px @js-only @sweep`, async ({ page, server }) => {
    const { client } = await signIn(page, server)
    const { listId } = await fill(client)
    await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
    await page.setViewportSize({ width, height: 740 })
    for (const path of [`/personas/${listId}`, '/contacts-hub/leads-finder?search=true&jobTitles=owner']) {
      await page.goto(server.url + path)
      // The bar for selected rows is at the bottom of the window.
      await page.getByRole('main').locator('li, tbody').getByRole('checkbox').first().check()
      const chat = (await page.getByLabel('Open support chat').boundingBox())!
      const acts = await page
        .getByRole('main')
        .locator('a, button, input, select')
        .filter({ visible: true })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      expect(acts.length).toBeGreaterThan(10)
      expect(Math.max(...acts)).toBeLessThanOrEqual(chat.x)
    }
  })
}

/** Every button of the bar at the top of a phone can be pressed. */
async function expectFree(page: Page) {
  for (const name of ['Search', 'Menu', 'Open support chat']) {
    const [button] = await page.getByLabel(name, { exact: true }).filter({ visible: true }).all()
    const { x, y, width, height } = (await button!.boundingBox())!
    const hit = await page.evaluate(
      ([left, top]) =>
        document.elementFromPoint(left!, top!)?.closest('[aria-label]')?.getAttribute('aria-label'),
      [x + width / 2, y + height / 2],
    )
    expect(hit).toBe(name)
  }
}
