import { expect, failChanges, type Page, signIn, stopClock, test } from '../support'

const FINDER = '/contacts-hub/leads-finder'

/** A user with a valid key. */
async function withKey(page: Page, server: Parameters<typeof signIn>[1]) {
  const signedIn = await signIn(page, server)
  await signedIn.client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  return signedIn
}

const makeList = (client: { ok(method: string, at: string, body: object): Promise<{ id: string }> }) =>
  client.ok('POST', '/api/personas', { name: 'Owners', industry: 'I', jobTitle: 'J', location: 'L' })

const OWNERS = 'jobTitles=owner&locations=United+States&employeeCounts=1-10&employeeCounts=11-20'

test('links to the integrations without an enabled key @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(server.url + FINDER)
  await expect(page.getByText('Apollo API Key Required')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Integrations' }).click()
  await expect(page).toHaveURL(`${server.url}/integrations`)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-a' })
  await page.goto(server.url + FINDER)
  await expect(page.getByText('No search performed')).toBeVisible()
  await client.ok('PATCH', '/api/integrations/apollo/toggle', { enabled: false })
  await page.reload()
  await expect(page.getByText('Apollo API Key Required')).toBeVisible()
})

test('suggests while typing, adds chips and shows the results @js-only', async ({ page, server }) => {
  await withKey(page, server)
  await page.goto(server.url + FINDER)
  const title = page.getByRole('combobox', { name: 'Job Title' })
  await title.fill('h')
  await expect(page.getByText('Type at least 2 characters to search.')).toBeVisible()
  await title.fill('head of s')
  await page.getByRole('option', { name: 'head of sales' }).click()
  const chosen = page.getByRole('list', { name: 'Job Title: chosen' })
  await expect(chosen.getByRole('listitem')).toHaveText(['head of sales'])
  await title.fill('Head of Sales')
  await page.getByRole('button', { name: 'Use custom: Job Title' }).click()
  await expect(chosen.getByRole('listitem')).toHaveText(['head of sales'])
  await title.fill('keeper of bees')
  await title.press('Enter')
  await expect(chosen.getByRole('listitem')).toHaveText(['head of sales', 'keeper of bees'])
  await page.getByRole('button', { name: 'Remove keeper of bees' }).click()
  await expect(chosen.getByRole('listitem')).toHaveText(['head of sales'])
  await expect(title).toBeFocused()
  const industry = page.getByRole('combobox', { name: 'Industry & Keywords' })
  await industry.fill('accounting')
  await expect(page.getByRole('option', { name: 'accounting' })).toBeVisible()
  await industry.press('ArrowDown')
  await industry.press('Enter')
  await page.getByText('Account HQ').click()
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('Search Complete')).toBeVisible()
  await expect(page.getByText(/^Found \d+ total leads$/)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('industries')).toBe('5567ce1f7369643b78570000')
  expect(new URL(page.url()).searchParams.get('locationType')).toBe('account')
  await expect(page.getByRole('list', { name: 'Industry & Keywords: chosen' })).toHaveText('accounting')
  await expect(page.getByRole('cell', { name: 'Head of Sales' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page.getByText('No search performed')).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await page.goBack()
  await expect(chosen.getByRole('listitem')).toHaveText(['head of sales'])
})

test('ignores a network failure of suggestions, but reports a refusal @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await withKey(page, server)
  await page.goto(server.url + FINDER)
  const location = page.getByRole('combobox', { name: 'Location' })
  // Not by the browser's network: what fails there is an error in its console.
  await page.evaluate(() => {
    const real = window.fetch
    window.fetch = async (input, init) => {
      if (!String(input).endsWith('/api/apollo/search')) return real(input, init)
      window.fetch = real
      throw new TypeError('Failed to fetch')
    }
  })
  await location.fill('berlin')
  await expect(page.getByText('No suggestions. Use custom adds your own text.')).toBeVisible()
  await expect(page.getByText('Search Error')).toHaveCount(0)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'refused' })
  await location.fill('hamburg')
  await expect(page.getByText('Search Error')).toBeVisible()
  await expect(page.getByText(/Failed to connect to Apollo API: Invalid API key/)).toBeVisible()
  await page.evaluate(() => {
    window.fetch = async () => new Response('', { status: 502 })
  })
  await location.fill('bremen')
  await expect(page.getByText('Failed to search Apollo')).toBeVisible()
})

test('adds and removes chips and searches without scripts @no-js-only @sweep', async ({ page, server }) => {
  await withKey(page, server)
  await page.goto(server.url + FINDER)
  await page.getByRole('combobox', { name: 'Job Title' }).fill('owner')
  await page.getByRole('button', { name: 'Use custom: Job Title' }).click()
  await expect(page.getByRole('list', { name: 'Job Title: chosen' })).toHaveText('owner')
  await expect(page.getByText('No search performed')).toBeVisible()
  await page.getByRole('combobox', { name: 'Industry & Keywords' }).fill('wrong word')
  await page.getByRole('button', { name: 'Use custom: Industry & Keywords' }).click()
  await page.getByRole('button', { name: 'Remove wrong word' }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Texas')
  await page.getByLabel('1-10', { exact: true }).check()
  await page.getByRole('combobox', { name: 'Location' }).press('Enter')
  await expect(page).toHaveURL(
    `${server.url}${FINDER}?jobTitles=owner&locations=Texas&employeeCounts=1-10&search=true#results`,
  )
  await expect(page.getByText(/^Showing 1-\d+ of \d+ total$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'owner' }).first()).toBeVisible()
})

test('shows pages, Back and the empty result @sweep', async ({ page, server }) => {
  await withKey(page, server)
  await page.goto(`${server.url}${FINDER}?search=true&jobTitles=owner`)
  await expect(page.getByText(/^Showing 1-50 of \d+ total$/)).toBeVisible()
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/^Showing 51-100 of \d+ total$/)).toBeVisible()
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText(/^Showing 1-50 of \d+ total$/)).toBeVisible()
  await page.goto(`${server.url}${FINDER}?search=true&jobTitles=keeper+of+bees`)
  await expect(page.getByText('No leads found')).toBeVisible()
})

test('reveals an email for a credit and remembers it', async ({ page, server, javaScriptEnabled }) => {
  await withKey(page, server)
  await page.goto(`${server.url}${FINDER}?search=true&${OWNERS}`)
  await expect(page.getByText('email_not_unlocked').first()).toBeVisible()
  const reveal = page.getByRole('button', { name: /^Reveal the email of .* costs 1 credit$/ })
  const before = await reveal.count()
  await reveal.first().click()
  if (javaScriptEnabled) await expect(page.getByText('Email revealed')).toBeVisible()
  await expect(page.getByRole('cell', { name: /@.*\.example/ })).toHaveCount(1)
  await expect(reveal).toHaveCount(before - 1)
})

test('reports a failed reveal @js-only @sweep', async ({ page, server }) => {
  const { client } = await withKey(page, server)
  await page.goto(`${server.url}${FINDER}?search=true&${OWNERS}`)
  const reveal = page.getByRole('button', { name: /^Reveal the email/ }).first()
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-credits-0' })
  await reveal.click()
  await expect(
    page.getByText('Failed to reveal email. You have insufficient credits. Please upgrade your plan.'),
  ).toBeVisible()
  await failChanges(page)
  await reveal.click()
  await expect(page.getByText('Failed to reveal email', { exact: true })).toBeVisible()
})

test('adds selected leads to a new list and shows the progress', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  await withKey(page, server)
  await page.goto(`${server.url}${FINDER}?search=true&${OWNERS}`)
  const boxes = page.locator('[name=leadId]')
  // Those without an address are left out; three of four have one at least.
  for (let n = 0; n < 4; n++) await boxes.nth(n).check()
  if (javaScriptEnabled) {
    await expect(page.getByText('4 lead(s) selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(page.getByText('4 lead(s) selected')).toHaveCount(0)
    await page.getByLabel('Select all on this page').check()
  }
  await expect(page.getByRole('button', { name: /^Add All Results \(\d+\)$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Add Selected/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Email List' })
  await expect(dialog.getByText(/up to \d+ Apollo credits/)).toBeVisible()
  await expect(dialog.getByText('No email lists available. Create one to continue.')).toBeVisible()
  await dialog.getByRole('link', { name: 'Create New Email List' }).click()
  const list = page.getByRole('dialog', { name: 'Create New Email List' })
  await list.getByLabel('Name').fill('Owners in Texas')
  await list.getByRole('button', { name: 'Create Email List' }).click()
  if (javaScriptEnabled) await expect(page.getByText('Missing information')).toBeVisible()
  await expect(list.getByText('Please fill in all required fields').first()).toBeVisible()
  await list.getByLabel('Industry').fill('Any')
  await list.getByLabel('Job Title').fill('Owner')
  await list.getByLabel('Location').fill('Texas')
  await list.getByRole('button', { name: 'Create Email List' }).click()
  await expect(page.getByText('Email list created successfully')).toBeVisible()
  await expect(dialog.getByLabel('Email list', { exact: true }).locator('option:checked')).toContainText(
    'Owners in Texas',
  )
  await dialog.getByRole('button', { name: /^Add \d+ Leads$/ }).click()
  await expect(page.getByText('Import job started')).toBeVisible()
  const progress = page.getByRole('dialog', { name: 'Adding Leads' })
  await expect(progress.getByText('Import completed')).toBeVisible()
  await expect(
    progress.getByText(/^\d+ contacts? added, \d+ leads? skipped, \d+ emails? revealed$/),
  ).toBeVisible()
  await progress.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText('In your contacts').first()).toBeVisible()
})

test('adds all results, and requires a list', async ({ page, server, javaScriptEnabled }) => {
  const { client } = await withKey(page, server)
  const { id } = await makeList(client)
  await page.goto(`${server.url}${FINDER}?search=true&${OWNERS}`)
  if (javaScriptEnabled) await page.locator('[name=leadId]').first().check()
  await page.getByRole('button', { name: /^Add All Results/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add All Results' })
  await expect(dialog.getByText(/one Apollo credit for each lead/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add All Leads' }).click()
  await expect(dialog.getByText('Please select an email list')).toBeVisible()
  await dialog.getByLabel('Email list', { exact: true }).selectOption(id)
  await dialog.getByRole('button', { name: 'Add All Leads' }).click()
  await expect(page.getByRole('dialog').getByText('Import completed')).toBeVisible()
  const { contactCount } = await client.ok('GET', `/api/personas/${id}`)
  expect(contactCount).toBeGreaterThan(0)
})

test('refuses a selection without any email @js-only @sweep', async ({ page, server }) => {
  await withKey(page, server)
  await page.goto(`${server.url}${FINDER}/add?search=true&${OWNERS}&leadId=${'a'.repeat(24)}~`)
  await expect(page.getByText('No valid emails')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}${FINDER}?search=true&${OWNERS}`)
})

test('reports failed requests @js-only @sweep', async ({ page, server }) => {
  const { client } = await withKey(page, server)
  const { id } = await makeList(client)
  await page.goto(`${server.url}${FINDER}/add?search=true&${OWNERS}&leadId=${'a'.repeat(24)}`)
  await failChanges(page)
  await page.getByLabel('Email list', { exact: true }).selectOption(id)
  await page.getByRole('button', { name: 'Add 1 Lead' }).click()
  await expect(page.getByText('Failed to add leads')).toBeVisible()
  await page.goto(`${server.url}${FINDER}/add?search=true&${OWNERS}&all=true`)
  await page.getByLabel('Email list', { exact: true }).selectOption(id)
  await page.getByRole('button', { name: 'Add All Leads' }).click()
  await expect(page.getByText('Failed to add all leads')).toBeVisible()
})

test('reports a failed search @sweep', async ({ page, server, javaScriptEnabled }) => {
  const { client } = await signIn(page, server)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'refused' })
  await page.goto(`${server.url}${FINDER}?search=true&${OWNERS}`)
  if (javaScriptEnabled) await expect(page.getByText('Search Error')).toBeVisible()
  await expect(page.getByText('The search failed')).toBeVisible()
  await expect(page.getByText(/Failed to connect to Apollo API/).first()).toBeVisible()
})

/** A job that never ends, because no worker runs it. */
async function endlessJob(server: Parameters<typeof signIn>[1], userId: string) {
  const [job] = await server.database.sql<{ id: string }[]>`
    insert into queue_jobs (user_id, type, status, payload, processed_at)
    values (${userId}, 'lead_import', 'processing', '{}', now()) returning id`
  return job!.id
}

test('offers no reveal for leads added after the dialog closed @js-only @sweep', async ({ page, server }) => {
  const { user, client } = await withKey(page, server)
  const id = await endlessJob(server, user.id)
  const { people } = await client.ok('POST', '/api/apollo/leads-search', { personTitles: ['owner'] })
  const lead = people.find(({ email }: { email: string | null }) => email === 'email_not_unlocked')
  await page.goto(`${server.url}${FINDER}/imports/${id}?search=true&jobTitles=owner`)
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).last().click()
  const reveal = page.getByRole('button', { name: `Reveal the email of ${lead.name}, costs 1 credit` })
  await expect(reveal.first()).toBeVisible()
  const before = await reveal.count()
  const { sql } = server.database
  await sql`insert into contacts (user_id, email, apollo_id) values (${user.id}, 'added@people.example', ${lead.id})`
  await sql`update queue_jobs set status = 'completed' where id = ${id}`
  await expect(page.getByText('Import completed')).toBeVisible()
  await expect(page.getByText('added@people.example')).toBeVisible()
  await expect(reveal).toHaveCount(before - 1)
})

test('stops polling a job after five errors or sixty polls @js-only @sweep', async ({ page, server }) => {
  const { user } = await withKey(page, server)
  const id = await endlessJob(server, user.id)
  await stopClock(page)
  let looks = 0
  let outcome: 'fails' | 'works' = 'works'
  await page.route('**/api/jobs/*', (route) => {
    looks++
    const body = {
      status: 'processing',
      progress: { current: 1, total: 9, added: 1, skipped: 0, failed: 0 },
      error: null,
    }
    return outcome === 'fails' ? route.fulfill({ status: 503 }) : route.fulfill({ json: body })
  })
  /** Advances time to the next poll; its timer starts after the previous response was read. */
  const look = async () => {
    const before = looks
    const passes = async () => {
      await page.clock.runFor(1000)
      return looks
    }
    await expect.poll(passes, { intervals: [10] }).toBeGreaterThan(before)
  }
  await page.goto(`${server.url}${FINDER}/imports/${id}`)
  outcome = 'fails'
  for (let n = 0; n < 5; n++) await look()
  await page.clock.runFor(60_000)
  expect(looks).toBe(5)
  await expect(page.getByText('Unable to check import status').first()).toBeVisible()
  outcome = 'works'
  looks = 0
  await page.reload()
  for (let n = 0; n < 60; n++) await look()
  await expect(page.getByText('Import taking longer than expected').first()).toBeVisible()
  await expect(page.getByText(/Import status unavailable/).first()).toBeVisible()
  await page.clock.runFor(60_000)
  expect(looks).toBe(60)
})
