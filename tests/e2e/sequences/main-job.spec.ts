import { expect, openHtml, type Page, test } from '../support'

/** Follows the whole path of a new user through the screens, with scripts on and off. */
test('sends an email to a contact and reports the reaction', { tag: '@no-js' }, async ({
  page,
  startOwnServer,
  javaScriptEnabled,
}) => {
  const server = await startOwnServer()
  const at = (path: string) => `${server.url}${path}`

  await test.step('sign up', async () => {
    await page.goto(at('/'))
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('link', { name: /create account/i }).click()
    await page.getByLabel('Full Name').fill('Test User')
    await page.getByLabel('Email').fill('user@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/connection\/gmail/)
  })

  await test.step('connect a mailbox', async () => {
    await page
      .getByRole('link', { name: /connect/i })
      .first()
      .click()
    await page.getByLabel('Email address').fill('sender@coldframe.example')
    await page
      .getByRole('button', { name: /allow|continue|grant/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/connection\/gmail/)
    await expect(page.getByRole('main').getByText('sender@coldframe.example').first()).toBeVisible()
  })

  await test.step('create a list with contacts', async () => {
    await page.goto(at('/personas/new'))
    await page.getByLabel(/name/i).first().fill('Berlin CTOs')
    await page.getByLabel('Industry').fill('Software')
    await page.getByLabel('Job Title').fill('CTO')
    await page.getByLabel('Location').fill('Berlin')
    await page.getByRole('button', { name: /create/i }).click()
    await expect(page.getByRole('heading', { name: 'Berlin CTOs' })).toBeVisible()
    await addContact(page, 'ann@people.example', 'Ann')
    await importContacts(page)
    for (const email of ['ann', 'bob', 'cora', 'dan'].map((name) => `${name}@people.example`)) {
      await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
    }
  })

  await test.step('write a template', async () => {
    await page.goto(at('/campaign-builder/email-sending/templates/new'))
    await page.getByLabel('Name').fill('Introduction')
    await page.getByLabel('Subject').fill('Hello {{first_name}}')
    // The code editor replaces the text area once it has loaded.
    if (javaScriptEnabled) await openHtml(page)
    const body = javaScriptEnabled ? page.locator('.cm-content') : page.getByLabel(/html body/i)
    await body.fill('<p>Dear {{first_name}}, shall we talk?</p>')
    await page.getByRole('button', { name: 'Save Template' }).click()
    await expect(page.getByText('Introduction').first()).toBeVisible()
  })

  await test.step('create a sequence with two emails, link the list, activate', async () => {
    await page.goto(at('/sequences/new'))
    await page.getByLabel('Name').fill('First contact')
    await page.getByLabel('Timezone').selectOption('Europe/Paris')
    await page.getByRole('button', { name: /create sequence/i }).click()
    if (/\/sequences$/.test(page.url())) await page.getByRole('link', { name: 'Configure Steps' }).click()
    await expect(page).toHaveURL(/\/sequences\/[0-9a-f-]{36}/)
    await expect(page.getByText('No steps yet')).toBeVisible()
    for (const time of ['09:00', '15:00']) await addEmailStep(page, time)
    await page.getByRole('link', { name: /add email list/i }).click()
    await page.getByLabel('Email list', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: /add/i }).click()
    await expect(page.getByRole('main').getByText('Berlin CTOs').first()).toBeVisible()
    await page.getByRole('button', { name: 'Activate Sequence' }).click()
    await expect(page.getByRole('button', { name: 'Pause Sequence' })).toBeVisible()
    // With scripts the button changes at once; the message is the server's response.
    await expect(page.getByText('Sequence activated successfully').first()).toBeVisible()
  })
  const sequence = page.url()

  await test.step('fast-forward and react as the recipients', async () => {
    await page.goto(at('/sandbox'))
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await expect(sent(page)).toHaveCount(4)
    await react(page, 'ann@people.example', async () => {
      await expect(page.frameLocator('iframe').getByText('Dear Ann, shall we talk?')).toBeVisible()
      await page.getByRole('button', { name: 'Open', exact: true }).click()
    })
    await react(page, 'bob@people.example', async () => {
      await page.getByLabel('Reply').fill('Yes, tell me more')
      await page.getByRole('button', { name: 'Reply' }).click()
    })
    await react(page, 'cora@people.example', () => page.getByRole('button', { name: 'Unsubscribe' }).click())
    await page.getByRole('button', { name: '+ 10 days' }).click()
    // The contact who opened and the one without a reaction get the second email; the others have reacted.
    await expect(sent(page)).toHaveCount(6)
  })

  await test.step('read the report and the log', async () => {
    await page.goto(`${sequence.replace(/[?#].*/, '')}/report`)
    await expect(page.getByRole('heading', { name: 'Step Performance' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('16.7%').first()).toBeVisible()
    await page.goto(at('/campaign-builder/email-sending'))
    await expect(main.getByText('Hello Ann').first()).toBeVisible()
    await page.getByLabel('Status').selectOption('Reply')
    await page.getByRole('button', { name: /apply|filter|show/i }).click()
    await expect(main.getByText('bob@people.example').first()).toBeVisible()
    await expect(main.getByText('ann@people.example')).toHaveCount(0)
  })

  await test.step('restart without a second send', async () => {
    await page.goto('about:blank')
    await server.restart('SIGKILL')
    await page.goto(at('/sandbox'))
    await page.getByRole('button', { name: '+ 3 days' }).click()
    await expect(sent(page)).toHaveCount(6)
    await page.goto(at('/sequences'))
    await expect(page.getByText('First contact').first()).toBeVisible()
  })
})

async function addContact(page: Page, email: string, firstName: string) {
  await page.getByRole('link', { name: 'Create Contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('First Name').fill(firstName)
  await dialog.getByRole('button', { name: /create/i }).click()
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
}

async function importContacts(page: Page) {
  await page.getByRole('link', { name: /import contact/i }).click()
  const rows = [
    'Email,First Name,Last Name',
    'bob@people.example,Bob,Bold',
    'cora@people.example,Cora,',
    'not-an-address,Nobody,',
    'dan@people.example,Dan,',
  ]
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /import/i })
    .click()
  // Without scripts a separate page asks for the columns.
  if (test.info().project.name === 'no-js') {
    await expect(page).toHaveURL(/\/import\/columns\//)
    await page.getByRole('button', { name: 'Import Contacts' }).click()
  }
  await expect(page.getByText(/Successfully imported 3 contacts, 1 failed/).first()).toBeVisible()
  await page.goto(page.url().replace(/\/import.*/, ''))
}

async function addEmailStep(page: Page, time: string) {
  await page
    .getByRole('link', { name: /add step/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /send email/i }).click()
  await dialog
    .getByLabel(/template/i)
    .first()
    .selectOption({ label: 'Introduction' })
  await dialog.getByLabel(/delay/i).fill('1')
  await dialog.getByLabel('Send time').fill(time)
  await dialog.getByRole('button', { name: 'Create Step' }).click()
  await expect(dialog).toHaveCount(0)
}

/** The delivered emails of the sequence: the account's own news may be delivered between them. */
const sent = (page: Page) =>
  page
    .getByRole('list', { name: 'Delivered emails' })
    .getByRole('listitem')
    .filter({ hasText: '@people.example' })

async function react(page: Page, to: string, act: () => Promise<unknown>) {
  await page
    .getByRole('list', { name: 'Delivered emails' })
    .getByRole('link')
    .filter({ hasText: to })
    .first()
    .click()
  await expect(page.getByRole('definition').filter({ hasText: to })).toBeVisible()
  await act()
  await expect(page.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
}
