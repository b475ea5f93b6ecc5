import { expect, gate, signIn, test } from '../support'
import { makeSequence, stepsOf } from './support'

test('two switches show the stored state in any response order @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const first = await makeSequence(client, 1)
  const second = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences`)
  const card = (id: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href$="${id}"]`) })
      .first()
  const gates = new Map([first.id, second.id].map((id) => [id, gate()]))
  await page.route('**/status.data*', async (route) => {
    const [id] = [...gates.keys()].filter((key) => route.request().url().includes(key))
    await gates.get(id!)!.opened
    await route.continue()
  })
  // What the first switch has loaded is older than the second switch, and arrives after it.
  const { open: showList, opened: listShown } = gate()
  const { open: listRead, opened: isListRead } = gate()
  await page.route(
    '**/sequences.data*',
    async (route) => {
      const response = await route.fetch()
      listRead()
      await listShown
      // An aborted load needs no response.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  for (const { id } of [first, second]) await card(id).getByRole('button', { name: 'Activate' }).click()
  gates.get(first.id)!.open()
  await isListRead
  const responded = page.waitForResponse((response) => response.url().includes(`${second.id}/status.data`))
  gates.get(second.id)!.open()
  await responded
  showList()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  for (const { id } of [first, second]) {
    await expect(card(id).getByText('Running', { exact: true })).toBeVisible()
    expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({ status: 'running' })
  }
})

test('stores a second reordering while the first is pending @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 3)
  await page.goto(`${server.url}/sequences/${id}`)
  const browser = await page.context().newCDPSession(page)
  const drop = async (...keys: string[]) => {
    for (const key of keys) for (const each of ['Space', key, 'Space']) await page.keyboard.press(each)
  }
  await page.getByRole('button', { name: 'Reorder Mail 1' }).focus()
  // The slower the browser, the more of the first response is still before it when the next order is dropped.
  for (const rate of [3, 12]) {
    await browser.send('Emulation.setCPUThrottlingRate', { rate })
    await drop('ArrowDown', 'ArrowDown')
    await expectOrder(2, 3, 1)
    // And back to the one that was loaded last.
    await drop('ArrowUp', 'ArrowDown')
    await expectOrder(2, 3, 1)
    await drop('ArrowUp', 'ArrowUp')
    await expectOrder(1, 2, 3)
  }

  async function expectOrder(...order: number[]) {
    await expect
      .poll(async () => (await stepsOf(client, id)).map((step: { id: string }) => step.id))
      .toEqual(order.map((number) => steps[number - 1]))
    const names = order.map((number) => `Mail ${number}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 3, name: /Mail \d/ })).toHaveText(
      names.map((name, index) => `${index + 1}. ${name}`),
    )
    // The picture is drawn from the reloaded data.
    await expect(page.getByLabel('Sequence overview').getByRole('link')).toContainText(names)
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  }
})
