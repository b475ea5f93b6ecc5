import { encodeCursor } from '~/models/shared/cursor'
import type { TestDatabase } from '../../support/clone'
import { SEEDED } from './million'

/** What the inbox of a user with many conversations has. */
export interface SeededInbox {
  mailboxId: string
  /** The cursor in the middle of all conversations. */
  inboxCursor: string
  /** Two conversations with their messages. */
  conversationId: string
  otherConversationId: string
}

/** How often a word occurs, for searches. */
export const WORDS = {
  /** In five conversations. */
  rare: 'zanzibar',
  /** In 1 % of the conversations. */
  uncommon: 'invoice',
  /** In 5 %. */
  common: 'berlin',
  /** In 30 %. */
  frequent: 'pricing',
  /** In the oldest tenth, and nowhere else. */
  old: 'telefax',
}

const LABELS = [
  ...Array(8).fill('Interested'),
  ...Array(15).fill('Not interested'),
  ...Array(10).fill('Out of office'),
  ...Array(5).fill('Not now'),
  ...Array(2).fill('Opted out'),
]
/** Conversations with an enrollment and messages: the newest. */
const COMPLETE = 100

/** How the conversations look. */
interface Shape {
  mailboxIds: string[]
  subject: string
  snippets: string[]
  texts: string[]
}

/** What the benches measure. */
const MEASURED = {
  subject: 'Hello',
  snippets: ['words '.repeat(20)],
  texts: ['A few words of a reply. '.repeat(20)],
}

/** Adds what the benches measure: conversations in ten mailboxes, and a tenth as many of another user. */
export async function seedInbox(
  database: TestDatabase,
  userId: string,
  otherId: string,
  rows: number,
): Promise<SeededInbox> {
  const { sql } = database
  const boxes = await sql`
    insert into mail_accounts (user_id, provider, email, account_key)
    select u, 'smtp', 'box' || i || '@bench.example', u || ' box ' || i
    from unnest(${[userId, otherId]}::uuid[]) u, generate_series(1, 10) i returning id, user_id`
  const boxesOf = (user: string) => boxes.flatMap((box) => (box.user_id === user ? [box.id as string] : []))
  const others = Math.ceil(rows / 10)
  await sql`
    insert into contacts (user_id, email, name, created_at)
    select ${otherId}, 'person' || i || '@company.example', 'Person ' || i, now() - i * interval '1 second'
    from generate_series(1, ${others}::int) i`
  await seedConversations(database, otherId, others, { ...MEASURED, mailboxIds: boxesOf(otherId) })
  await seedConversations(database, userId, rows, { ...MEASURED, mailboxIds: boxesOf(userId) })
  const [first, second] = await sql`
    select id from conversations where user_id = ${userId} order by last_message_at desc, id desc limit 2`
  const [middle] = await sql`
    select id, last_message_at as at from conversations where user_id = ${userId}
    order by last_message_at desc, id desc offset ${rows >> 1} limit 1`
  return {
    mailboxId: boxesOf(userId)[3]!,
    inboxCursor: encodeCursor({ createdAt: new Date(middle!.at), id: middle!.id }),
    conversationId: first!.id,
    otherConversationId: second!.id,
  }
}

/**
 * Adds a conversation with each of the newest contacts of `seedMillion`, in all sequences that were started. A conversation has about
 * 70 words of 20,000, the frequent ones much more often than the others. The newest hundred are complete.
 */
export async function seedConversations(
  { sql }: Pick<TestDatabase, 'sql'>,
  userId: string,
  rows: number,
  { mailboxIds, subject, snippets, texts }: Shape,
): Promise<void> {
  const sequences = (
    await sql`select id from sequences where user_id = ${userId} and activated_at is not null`
  ).map((row) => row.id as string)
  const indexes = await sql`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = 'conversations' and indexname not in (select conname from pg_constraint)`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`set local maintenance_work_mem = '512MB'`
    await tx`select setseed(0.5)`
    for (const { name } of indexes) await tx`drop index ${tx(name)}`
    // The 7th word of a language occurs about a seventh as often as its first.
    await tx`
      create temporary table texts on commit drop as
      select t, array_to_tsvector(array_agg(distinct word)) as words
      from (
        select t, translate(substr(md5(floor(20000 ^ random())::text), 1, 4 + t % 6), '0123456789', 'ghijklmnop') as word
        from generate_series(0, 9999) t, generate_series(1, 45)
      ) drawn group by t`
    await tx`
      insert into conversations (user_id, contact_id, mail_account_id, sequence_id, subject, snippet, unread, state, snoozed_until,
        label, label_source, last_message_at, search)
      select ${userId}, c.id, (${mailboxIds}::uuid[])[1 + floor(${mailboxIds.length}::int * random() * random())::int],
        (${sequences}::uuid[])[1 + floor(${sequences.length}::int * random() * random())::int], ${`${subject} `} || n,
        (${snippets}::text[])[1 + n % ${snippets.length}::int],
        random() < 0.01, case when chance < 0.3 then 'open' when chance < 0.35 then 'snoozed' else 'done' end,
        case when chance between 0.3 and 0.35 then now() + chance * interval '9 days' end,
        (${LABELS}::text[])[1 + floor(100 * random())::int], 'rules',
        now() - n * interval '25 seconds' - random() * interval '10 days' * ${rows / 1_000_000}::float,
        a.words || b.words || array_to_tsvector(array_remove(array[
          'u' || replace(${userId}, '-', ''), 'person' || n, 'company' || n % 5000, 'example', lower(split_part(c.name, ' ', 1)),
          case when n % ${rows / 5}::int = 3 then ${WORDS.rare} end,
          case when random() < 0.01 then ${WORDS.uncommon} end,
          case when random() < 0.05 then ${WORDS.common} end,
          case when random() < 0.3 then ${WORDS.frequent} end,
          case when n > ${rows * 0.9}::float then ${WORDS.old} end
        ]::text[], null))
      from (
        select id, name, n, random() as chance, floor(10000 * random())::int as one, floor(10000 * random())::int as other
        from (
          select id, name, created_at, row_number() over (order by created_at desc) as n
          from contacts where user_id = ${userId} and email like ${SEEDED} order by created_at desc limit ${rows}::int
        ) newest order by created_at
      ) c join texts a on a.t = c.one join texts b on b.t = c.other`
    for (const { made } of indexes) await tx.unsafe(made)
    const alone = tx`conversations where user_id = ${userId} and sequence_contact_id is null`
    await tx`
      insert into inbound_messages (user_id, mail_account_id, provider_id, kind, contact_id, conversation_id, from_email, subject, text,
        received_at)
      select user_id, mail_account_id, id || ' ' || i, 'reply', contact_id, id, 'person@company.example', 'Re: ' || ${subject},
        (${texts}::text[])[1 + n % ${texts.length}::int], last_message_at - i * interval '1 hour'
      from (select *, row_number() over (order by last_message_at desc) as n from ${alone}) c,
        generate_series(0, 1) i where n <= ${COMPLETE} or n % 100 = 0`
    await tx`
      with newest as (
        select * from ${alone} and sequence_id is not null order by last_message_at desc limit ${COMPLETE}
      ), enrolled as (
        insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, status, end_reason, enrolled_at)
        select user_id, sequence_id, contact_id, id::text, 'completed', 'replied', now() from newest returning id, contact_id
      ), linked as (
        update conversations c set sequence_contact_id = e.id from enrolled e where e.contact_id = c.contact_id
      )
      update email_sends s set sequence_contact_id = e.id from enrolled e where e.contact_id = s.contact_id`
  })
  await sql`vacuum analyze conversations, contacts, email_sends, inbound_messages, sequence_contacts`
}
