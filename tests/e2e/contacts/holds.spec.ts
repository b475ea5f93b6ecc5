import { passAxe } from '../axe'
import { startConversation } from '../inbox/support'
import { expect, test } from '../support'

test('emails wait because of a doubtful report until the user decides @no-js @sized', async ({
  page,
  javaScriptEnabled,
  emptyServer: server,
}) => {
  const { contactId } = await startConversation(page, server)
  // As if a report about the contact named none of the user's emails.
  const [message] = await server.database.sql`
    update inbound_messages set kind = 'unproven', claims = 'bounce', hard = true
    where contact_id = ${contactId} returning id, user_id, created_at`
  for (const reason of ['report_unproven', 'sender_unproven'])
    await server.database.sql`
      insert into contact_holds (contact_id, user_id, reason, until, detail, message_id, created_at)
      values (${contactId}, ${message!.user_id}, ${reason}, now() + interval '9 years', ${`Words for ${reason}`}, ${message!.id},
        ${message!.created_at})`
  await page.goto(`${server.url}/contacts/${contactId}`)
  const holds = page.getByRole('listitem').filter({ hasText: 'The emails go on by themselves on' })
  await expect(holds).toHaveCount(2)
  if (javaScriptEnabled) await passAxe(page)
  await page.getByRole('button', { name: 'Ignore the message' }).click()
  await expect(page.getByText('The sequences continue').first()).toBeVisible()
  await expect(holds).toHaveCount(1)
  await expect(holds).toContainText('Words for report_unproven')
  await page.getByRole('button', { name: 'It is genuine' }).click()
  await expect(page.getByText('The report counts').first()).toBeVisible()
  await expect(holds).toHaveCount(0)
  await expect(page.getByText('An email bounced: the address does not exist.')).toBeVisible()
})
