import { SAMPLE_SEQUENCES, SAMPLE_TEMPLATES } from '~/jobs/sandbox/sample-content'
import { SAMPLE_REPLIES } from '~/jobs/sandbox/sample-replies'
import { seedConversations } from '../bench/lib/inbox-seed'
import { seedMillion } from '../bench/lib/million'
import { namePool } from '../load/makers'
import type { TestDatabase } from './clone'

/** Contacts, emails to each, and conversations. */
const MANY = { contacts: 100_000, emails: 3, conversations: 20_000 }

/**
 * Adds the rows of a large account to one that has mailboxes, as the benches do: directly, without triggers, and with the indexes built
 * afterwards. Needs a superuser of PostgreSQL.
 */
export async function addManyRows(
  database: Pick<TestDatabase, 'sql'>,
  userId: string,
  { contacts, emails, conversations } = MANY,
): Promise<void> {
  await seedMillion(database, userId, contacts, {
    emailsPerContact: emails,
    daysBetween: 3,
    names: namePool(53, 47),
    lists: ['Newsletter readers', 'Trade fair visitors', 'Former customers'],
    sequences: SAMPLE_SEQUENCES.map(({ name }) => `${name}, last year`),
    subjects: SAMPLE_TEMPLATES.map(({ subject }) => subject).filter((subject) => !subject.includes('{{')),
  })
  const boxes = await database.sql`select id from mail_accounts where user_id = ${userId} order by created_at`
  await seedConversations(database, userId, conversations, {
    mailboxIds: boxes.map((box) => box.id as string),
    subject: 'Weekly planning for team',
    snippets: SAMPLE_REPLIES,
    texts: SAMPLE_REPLIES,
  })
}
