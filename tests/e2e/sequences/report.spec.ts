import type { TestServer } from '../../support/launch'
import { expect, openFailingPage, signIn, test } from '../support'

type Client = Awaited<ReturnType<typeof signIn>>['client']

async function makeSequence(client: Client) {
  const { id: templateId } = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Spring round' })
  const step = await client.ok('POST', `/api/sequences/${id}/steps`, {
    name: '=1+1',
    templateId,
    delayDays: 1,
  })
  return { id: id as string, stepId: step.id as string }
}

/** Emails on three days of March in the log: 3 sent, 2 opened, 1 replied. */
const addMails = ({ database: { sql } }: TestServer, id: string, stepId: string) => sql`
  insert into email_logs (user_id, sequence_id, step_id, recipient_email, sender_email, subject, sent_at, opened_at, replied_at)
  select user_id, id, ${stepId}, 'a@people.example', 's@coldframe.example', 'Hello', at::timestamptz,
    case when n < 3 then at::timestamptz + interval '1 hour' end, case when n = 1 then at::timestamptz + interval '2 days' end
  from sequences, (values (1, '2026-03-02 09:00Z'), (2, '2026-03-02 10:00Z'), (3, '2026-03-04 09:00Z')) as m (n, at)
  where id = ${id}`

test('shows cards, days, funnel and table, and exports them', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, stepId } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}/report`)
  const main = page.getByRole('main')
  await expect(main.getByText('No data yet')).toBeVisible()
  await expect(main.getByRole('term')).toHaveText([
    'Pending',
    'Total Sent',
    'Total Opened',
    'Total Replied',
    'Open Rate',
    'Reply Rate',
  ])

  await addMails(server, id, stepId)
  await page.reload()
  await expect(main.getByText('No data yet')).toHaveCount(0)
  await expect(main.getByRole('definition').first()).toBeVisible()
  await expect(main.getByText('66.7%').first()).toBeVisible()
  const table = main.getByRole('table', { name: 'Step Performance' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Step',
    'Sent',
    'Opened',
    'Replied',
    'Open Rate',
    'Reply Rate',
  ])
  await expect(table.getByRole('row').nth(1)).toHaveText(/=1\+1.*3.*2.*1.*66\.7%.*33\.3%/)
  await expect(main.getByRole('heading', { name: 'Funnel by Step' })).toBeVisible()
  await expect(
    main.getByRole('img', { name: 'Chart of emails sent and their outcomes per day' }),
  ).toBeVisible()
  await main.getByText('Show the numbers', { exact: true }).click()
  const days = main.getByRole('table', { name: 'Emails sent and their outcomes per day' })
  await expect(days.getByRole('row')).toHaveCount(3)
  await expect(days.getByRole('row').nth(1)).toHaveText(/Mar 2, 2026.*2.*2.*0/)

  const [steps] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Export steps as CSV' }).click(),
  ])
  expect(steps.suggestedFilename()).toBe('spring-round-steps.csv')
  const byDay = await client.request('GET', `/sequences/${id}/report.csv?by=day`)
  expect(byDay.headers.get('content-disposition')).toContain('spring-round-days.csv')
  expect(await byDay.text()).toBe(
    'Day,Sent,Opened,Replied,Bounced,Unsubscribed\r\n2026-03-02,2,2,0,0,0\r\n2026-03-03,0,0,0,0,0\r\n2026-03-04,1,0,1,0,0\r\n',
  )
  expect(await (await client.request('GET', `/sequences/${id}/report.csv`)).text()).toContain(
    "'=1+1,3,2,1,66.7%,33.3%",
  )
})

test('loads analytics with the report, and shows the day at the pointer @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, stepId } = await makeSequence(client)
  await addMails(server, id, stepId)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/sequences/${id}`)
  const tab = page.getByRole('link', { name: 'Report' })
  await tab.focus()
  // Another tab asks for its data when it is pointed at; by then this one would have asked for its own.
  const tabs = page.getByRole('navigation', { name: 'Sequence' })
  await tabs.getByRole('link', { name: 'Contacts', exact: true }).hover()
  await expect.poll(() => asked.some((url) => /people\.data/.test(url))).toBe(true)
  expect(asked.filter((url) => /report\.data|analytics/.test(url))).toEqual([])
  await tab.click()
  const chart = page.getByRole('img', { name: 'Chart of emails sent and their outcomes per day' })
  await expect(chart).toBeVisible()
  await chart.hover({ position: { x: 2, y: 20 } })
  await expect(page.getByText('Mar 2, 2026: 2 sent, 2 opened, 0 replied')).toBeVisible()
})

test('a failing report can be retried @sweep', async ({
  page,
  emptyServer: server,
  javaScriptEnabled: scripts,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  const own = await openFailingPage(page, scripts)
  await server.database.sql`alter table sequence_stats rename to away`
  await own.goto(`${server.url}/sequences/${id}/report`)
  await expect(own.getByText('Failed to load analytics')).toBeVisible()
  await server.database.sql`alter table away rename to sequence_stats`
  await own.getByRole('link', { name: 'Retry' }).click()
  await expect(own.getByText('No data yet')).toBeVisible()
  await own.close()
})
