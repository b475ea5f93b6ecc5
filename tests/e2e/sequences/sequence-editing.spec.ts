import { expect, FAILURE, failChanges, gate, signIn, test } from '../support'
import { GROUP, makeSequence, stepsOf, toast, top } from './support'

test('creates, clones, activates, pauses and deletes sequences', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/sequences`)
  await expect(page.getByText('No sequences yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create Your First Sequence' }).click()
  const dialog = top(page, 'Create Sequence')
  await dialog.getByLabel('Name', { exact: true }).fill('   ')
  await dialog.getByLabel('Contact limit').fill('0')
  await dialog.getByRole('button', { name: 'Create Sequence' }).click()
  await expect(dialog.getByText('Sequence name is required')).toBeVisible()
  await expect(dialog.getByText('Contact limit must be a whole number of at least 1')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Second contact')
  await dialog.getByLabel('Contact limit').fill('10')
  await dialog.getByLabel('Skip weekends').check()
  await dialog.getByRole('button', { name: 'Create Sequence' }).click()
  await toast(page, 'Sequence created successfully')
  const [made] = await client.ok('GET', '/api/sequences')
  expect(made).toMatchObject({
    name: 'Second contact',
    contactLimit: 10,
    skipWeekends: true,
    status: 'draft',
  })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>B</p>',
  })
  await client.ok('POST', `/api/sequences/${made.id}/steps`, { templateId: template.id, delayDays: 1 })

  await page.goto(`${server.url}/sequences`)
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Second contact' }).first()
  await expect(card.getByText('Skip Weekends').locator('..')).toContainText('Yes')
  await expect(card.getByText('Draft', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Activate' }).click()
  await toast(page, 'Sequence activated successfully')
  await card.getByRole('button', { name: 'Pause' }).click()
  await toast(page, 'Sequence paused successfully')
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Clone' }).click()
  await toast(page, 'Sequence cloned as "Second contact (Copy)"')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Second contact (Copy)' })
    .getByRole('link', { name: 'Delete' })
    .click()
  await expect(
    page.getByText('Are you sure you want to delete "Second contact (Copy)"? This action cannot be undone.'),
  ).toBeVisible()
  await top(page, 'Delete Sequence').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Sequence deleted successfully')
  expect(await client.ok('GET', '/api/sequences')).toHaveLength(1)
  await page.getByRole('link', { name: 'Configure Steps' }).click()
  await expect(page).toHaveURL(`${server.url}/sequences/${made.id}`)
  await page.goto(`${server.url}/sequences/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Sequence not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Sequences' }).click()
  await expect(page).toHaveURL(`${server.url}/sequences`)
})

test('the switch updates at once and reverts on failure @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences`)
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Configure Steps' })
  const held = gate()
  await page.route('**/status.data*', async (route) => {
    await held.opened
    await route.fulfill(FAILURE)
  })
  await card.getByRole('button', { name: 'Activate' }).click()
  await expect(card.getByText('Running', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({ status: 'draft' })
  const reload = page.waitForResponse((response) => /\/sequences\.data/.test(response.url()))
  held.open()
  await toast(page, 'Failed to activate sequence')
  await reload
  await expect(card.getByText('Draft', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Activate' })).toBeVisible()

  // A refusal is shown with its reason.
  await page.unroute('**/status.data*')
  await client.ok('DELETE', `/api/steps/${steps[0]}?force=true`)
  await card.getByRole('button', { name: 'Activate' }).click()
  await toast(page, 'Failed to activate sequence. Add at least one step before you activate the sequence')
  await expect(card.getByText('Draft', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Activate' })).toBeDisabled()
})

test('failed requests show the specification’s messages and lose nothing @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, template, steps } = await makeSequence(client, 2)
  const free = await client.ok('POST', '/api/personas', { name: 'Free', ...GROUP })
  const linked = await client.ok('POST', '/api/personas', { name: 'Linked', ...GROUP })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: linked.id })
  const before = JSON.stringify([await client.ok('GET', `/api/sequences/${id}`), await stepsOf(client, id)])
  await failChanges(page)
  const at = `${server.url}/sequences/${id}`
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  await page.goto(`${server.url}/sequences/new`)
  await page.getByLabel('Name', { exact: true }).fill('Typed')
  await button('Create Sequence').click()
  await toast(page, 'Failed to create sequence')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed')

  await page.goto(`${server.url}/sequences`)
  await button('Clone').click()
  await toast(page, 'Failed to clone sequence')
  await page.goto(`${server.url}/sequences/${id}/delete`)
  await button('Delete').click()
  await toast(page, 'Failed to delete sequence')

  await page.goto(at)
  await page.getByLabel('Name', { exact: true }).fill('Typed')
  await button('Save as Draft').click()
  await toast(page, 'Failed to update sequence')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed')
  await button('Remove Linked').click()
  await toast(page, 'Failed to remove email list')
  await button('Launch Sequence').click()
  await toast(page, 'Failed to launch sequence')
  await button('Move Mail 1 down').click()
  await toast(page, 'Failed to update step')

  await page.goto(`${at}/steps/new?type=send_email`)
  await page.getByLabel('Email template').selectOption(template)
  await page.getByLabel('Step name').fill('Typed')
  await button('Create Step').click()
  await toast(page, 'Failed to create step')
  await expect(page.getByLabel('Step name')).toHaveValue('Typed')
  await page.goto(`${at}/steps/${steps[0]}/edit`)
  await button('Save').click()
  await toast(page, 'Failed to update step')
  await page.goto(`${at}/steps/${steps[0]}/delete`)
  await button('Delete Step').click()
  await toast(page, 'Failed to delete step')

  await page.goto(`${at}/lists/add`)
  await page.getByLabel('Email list', { exact: true }).selectOption(free.id)
  await button('Add Email List').click()
  await toast(page, 'Failed to add email list to sequence')
  await page.goto(`${at}/lists/add/list`)
  await button('Create Email List').click()
  await toast(page, 'Failed to create email list')
  await page.goto(`${at}/steps/new/template?stepType=send_email`)
  await button('Save Template').click()
  await toast(page, 'Failed to create template')
  await page.goto(`${server.url}/personas/${free.id}/sequences/add`)
  await page.getByLabel('Sequence', { exact: true }).selectOption(id)
  await button('Add to Sequence').click()
  await toast(page, 'Failed to link email list to sequence')

  expect(JSON.stringify([await client.ok('GET', `/api/sequences/${id}`), await stepsOf(client, id)])).toBe(
    before,
  )
})

test('edits a step in its card, with errors, Cancel and Save', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 2)
  await page.goto(`${server.url}/sequences/${id}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Mail 1' }) })
  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/edit/)
  if (javaScriptEnabled) await expect(card.getByLabel('Email template')).toBeFocused()
  await card.getByLabel('Step name').fill('Changed')
  await card.getByRole('link', { name: 'Cancel' }).click()
  await expect(card.getByRole('heading', { name: 'Mail 1' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Edit' })).toBeVisible()
  if (javaScriptEnabled) await expect(card.getByRole('link', { name: 'Edit' })).toBeFocused()
  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(card.getByLabel('Step name')).toHaveValue('Mail 1')

  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 24 * 60 })
  await card.getByLabel('Delay (days)').fill('0')
  await card.getByLabel('Send time').fill('00:00')
  await card.getByRole('button', { name: 'Save' }).click()
  const rule =
    /Send time must be in the future\. Current time in UTC is (\d\d:\d\d)\. Please select a time after \1\./
  await expect(card.getByText(rule).last()).toBeVisible()
  if (javaScriptEnabled) await toast(page, 'Invalid Send Time')
  else
    expect(await page.locator('noscript').allTextContents()).toContainEqual(
      expect.stringMatching(/^Invalid Send Time/),
    )
  await expect(card.getByLabel('Send time')).toHaveValue('00:00')
  expect((await stepsOf(client, id))[0]).toMatchObject({ delayDays: 1 })
  await card.getByLabel('Delay (days)').fill('2')
  await card.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Step updated successfully')
  expect((await stepsOf(client, id))[0]).toMatchObject({ delayDays: 2, sendHour: 0 })
  await expect(card.getByText('2 days after the start, at 00:00 (UTC)')).toBeVisible()
})

test('deletes a step after counting affected branches @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 3)
  for (const step of steps.slice(0, 2))
    await client.ok('PATCH', `/api/steps/${step}`, { repliedStepId: steps[2] })
  await page.goto(`${server.url}/sequences/${id}`)
  await page.getByRole('link', { name: 'Delete step' }).last().click()
  await expect(page.getByText('2 branches lead to it and will become the end of the sequence.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Step' }).click()
  await toast(page, 'Step deleted successfully')
  expect(await stepsOf(client, id)).toMatchObject([{ repliedNext: 'end' }, { repliedNext: 'end' }])
})

test('saves the configuration, settings and lists, and launches', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  const list = await client.ok('POST', '/api/personas', { name: 'Berlin', ...GROUP })
  await client.ok('POST', '/api/contacts', { email: 'ann@people.example', personaId: list.id })
  await page.goto(`${server.url}/sequences/${id}`)
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill('')
  await main.getByLabel('Timezone').selectOption('Asia/Tokyo')
  await main.getByRole('button', { name: 'Save as Draft' }).click()
  await toast(page, 'Sequence name is required')
  await expect(main.getByLabel('Timezone')).toHaveValue('Asia/Tokyo')
  await main.getByLabel('Name', { exact: true }).fill('Renamed')
  await main.getByLabel('Skip weekends').check()
  await main.getByRole('button', { name: 'Save as Draft' }).click()
  await toast(page, 'Sequence updated successfully')
  await expect(main.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
  expect((await stepsOf(client, id))[0]).toMatchObject({ skipWeekends: true })
  await main.getByRole('link', { name: 'All settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  // The page before has a Name, too: what only this page has is filled first.
  await main.getByLabel('Contact limit').fill('0')
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Renamed')
  await main.getByLabel('Name', { exact: true }).fill('Renamed again')
  await main.getByLabel('Track opens').uncheck()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Contact limit must be a whole number of at least 1')
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Renamed again')
  await expect(main.getByLabel('Track opens')).not.toBeChecked()
  await main.getByLabel('Contact limit').fill('5')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => client.ok('GET', `/api/sequences/${id}`))
    .toMatchObject({
      name: 'Renamed again',
      timezone: 'Asia/Tokyo',
      skipWeekends: true,
      contactLimit: 5,
      trackingEnabled: false,
    })
  await expect(page).toHaveURL(/\/settings$/)
  await expect(main.getByRole('heading', { level: 1, name: 'Renamed again' })).toBeVisible()

  await page.getByRole('link', { name: 'Detail', exact: true }).click()
  await page.getByRole('link', { name: 'Add Email List' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add Email List' }).click()
  await toast(page, 'Please select an email list')
  await page.getByLabel('Email list', { exact: true }).selectOption(list.id)
  await page.getByRole('dialog').getByRole('button', { name: 'Add Email List' }).click()
  await toast(page, 'Email list added to sequence')
  await page.getByRole('button', { name: 'Remove Berlin' }).click()
  await toast(page, 'Email list removed from sequence')
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await page.reload()
  await page.getByRole('button', { name: 'Launch Sequence' }).click()
  await toast(page, 'Sequence launched successfully! Contacts are being enrolled and emails scheduled.')
  expect(await client.ok('GET', `/api/sequences/${id}`)).toMatchObject({
    status: 'running',
    totalContacts: 1,
  })
  await expect(page.getByRole('button', { name: 'Pause Sequence' })).toBeVisible()
})

test('failing linked lists affect only their card @sweep', async ({ page, emptyServer: server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  const { sql } = server.database
  await sql`alter table personas rename column industry to away`
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(page.getByText('Failed to fetch linked email lists')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mail 1' })).toBeVisible()
  await sql`alter table personas rename column away to industry`
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByText('No email list is linked yet.')).toBeVisible()
})

test('an Add to Email List step names the sequences it triggers @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  const list = await client.ok('POST', '/api/personas', { name: 'Berlin', ...GROUP })
  const other = await client.ok('POST', '/api/sequences', { name: 'Newsletter' })
  await client.ok('POST', `/api/sequences/${other.id}/add-email-list`, { personaId: list.id })
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=add_to_persona`)
  await page
    .getByLabel('Email list', { exact: true })
    .selectOption({ label: 'Berlin (enrolls in Newsletter)' })
  await page.getByRole('button', { name: 'Create Step' }).click()
  await expect(page.getByText('(which enrolls them in Newsletter)')).toBeVisible()
})

test('each step type reports missing fields @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(page.getByText('No steps yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate Sequence' })).toBeDisabled()
  for (const [type, message] of [
    ['send_email', 'Please select an email template'],
    ['wait', 'Please enter wait time and unit'],
    ['add_to_persona', 'Please select an email list'],
  ]) {
    await page.goto(`${server.url}/sequences/${id}/steps/new?type=${type}`)
    await page.getByRole('button', { name: 'Create Step' }).click()
    await toast(page, message!)
  }
  expect(await stepsOf(client, id)).toEqual([])
})

test('reorders steps by keyboard and dragging, and reverts on failure @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 3)
  const [one, two, three] = steps
  const shown = () =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 3, name: /Mail \d/ })
      .allTextContents()
  const stored = async () => (await stepsOf(client, id)).map((step: { id: string }) => step.id)
  await page.goto(`${server.url}/sequences/${id}`)
  const handle = page.getByRole('button', { name: 'Reorder Mail 1' })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Mail 1, position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Escape')
  expect(await shown()).toEqual(['1. Mail 1', '2. Mail 2', '3. Mail 3'])
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await toast(page, 'Step updated successfully')
  expect(await shown()).toEqual(['1. Mail 2', '2. Mail 3', '3. Mail 1'])
  expect(await stored()).toEqual([two, three, one])

  await handle.scrollIntoViewIfNeeded()
  await handle.hover()
  await page.mouse.down()
  const target = (await page.getByRole('heading', { name: '1. Mail 2' }).boundingBox())!
  await page.mouse.move(target.x, target.y + 200, { steps: 4 })
  await page.mouse.move(target.x, target.y - 20, { steps: 4 })
  await expect(page.getByRole('heading', { name: '1. Mail 1' })).toBeVisible()
  // A slow browser: the old order must not reappear while the user continues.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await page.mouse.up()
  expect(await shown()).toEqual(['1. Mail 1', '2. Mail 2', '3. Mail 3'])
  await expect.poll(stored).toEqual([one, two, three])
  // A toast stays for five seconds: a browser that slow could show and remove it between two looks.
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  await failChanges(page)
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await toast(page, 'Failed to update step')
  await expect.poll(shown).toEqual(['1. Mail 1', '2. Mail 2', '3. Mail 3'])
  expect(await stored()).toEqual([one, two, three])
})

test('shows the progress of a bulk enrollment @sweep', async ({ page, server, javaScriptEnabled }) => {
  const { client, user } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  const progress = { current: 2000, total: 94_000, added: 1990, skipped: 10, failed: 0 }
  const { sql } = server.database
  const [job] = await sql`
    insert into queue_jobs (user_id, type, status, payload, progress)
    values (${user.id}, 'enrollment', 'processing', ${JSON.stringify({ sequenceId: id })}::text::jsonb,
      ${JSON.stringify(progress)}::text::jsonb) returning id`
  // In the queue, and not due: a job that nothing works on would be started again.
  await sql`select graphile_worker.add_job('enroll-contacts', json_build_object('jobId', ${job!.id}::text),
    job_key := 'enroll:' || ${job!.id}, run_at := now() + interval '1 day')`
  await page.goto(`${server.url}/sequences/${id}`)
  const bar = page.getByRole('progressbar', { name: 'Contacts enrolled' })
  await expect(bar).toHaveAttribute('aria-valuetext', '2000 of 94000 people')
  await expect(page.getByText('2,000/94,000')).toBeVisible()
  await sql`update queue_jobs set progress = jsonb_set(progress, '{current}', '94000'), status = 'completed' where id = ${job!.id}`
  if (!javaScriptEnabled) await page.reload()
  await expect(bar).toHaveCount(0)
})
