import { startReplies } from '../../api/inbox/support/replies'
import type { Client } from '../../support/client'
import type { TestServer } from '../../support/launch'
import { type Page, signIn } from '../support'

const DAY = 24 * 60

/** A signed-in user whose contact Ann has replied to the first email of a sequence. */
export async function startConversation(page: Page, server: TestServer, text = 'Tell me more, please') {
  const { client } = await signIn(page, server)
  const started = await startReplies(client)
  await reply(client, started.ann, text)
  // This request takes the toast of the connected mailbox.
  await client.request('GET', '/settings')
  const { conversations } = await client.ok('GET', '/api/conversations')
  return { client, ...started, id: conversations[0].id as string }
}

/** The person replies to the newest email that reached them. */
export async function reply(client: Client, to: string, text: string) {
  const messages = await client.ok('GET', `/sandbox/messages?to=${to}`)
  await client.ok('POST', `/sandbox/messages/${messages.at(-1).id}/reply`, { text })
}

/** Moves the sandbox's clock. */
export const pass = (client: Client, minutes: number) =>
  client.ok('POST', '/sandbox/clock', { advanceMinutes: minutes })

export const passDays = (client: Client, days: number) => pass(client, days * DAY)

/** The texts that reached a person, oldest first. */
export const textsTo = async (client: Client, to: string): Promise<string[]> =>
  (await client.ok('GET', `/sandbox/messages?to=${to}`)).map((message: { text: string }) =>
    message.text.trim(),
  )

/** Further contacts of the same user with a conversation each, which the user has not read. */
export async function addConversations(
  server: TestServer,
  userId: string,
  mailboxId: string,
  names: string[],
) {
  for (const [index, name] of names.entries()) {
    const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@people.example`
    const [contact] = await server.database.sql<{ id: string }[]>`
      insert into contacts (user_id, email, name, first_name) values (${userId}, ${email}, ${name}, ${name}) returning id`
    await server.database.sql`
      insert into conversations (user_id, contact_id, mail_account_id, subject, snippet, unread, last_message_at, search)
      values (${userId}, ${contact!.id}, ${mailboxId}, ${`About ${name}`}, ${`Words of ${name}`}, true,
        now() - make_interval(mins => ${index + 1}::int),
        array_to_tsvector(array[${`u${userId.replaceAll('-', '')}`}, ${name.toLowerCase()}]))`
  }
}
