-- In a transaction of its own: reading the tables blocks no writes then.
ALTER TABLE "email_sends" VALIDATE CONSTRAINT "email_sends_conversation_id_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "inbound_messages" VALIDATE CONSTRAINT "inbound_messages_conversation_id_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "inbound_messages" VALIDATE CONSTRAINT "inbound_messages_kind_check";--> statement-breakpoint
-- The replies received so far become conversations, all read. Those of enrollments that were deleted stay in the sending log only.
INSERT INTO conversations (user_id, contact_id, mail_account_id, sequence_id, sequence_contact_id, subject, snippet, last_message_at, search)
SELECT DISTINCT ON (s.sequence_contact_id) m.user_id, m.contact_id, m.mail_account_id, s.sequence_id, s.sequence_contact_id, m.subject,
  left(regexp_replace(m.text, '\s+', ' ', 'g'), 200), m.received_at,
  array_to_tsvector(array_remove(array(SELECT DISTINCT left(w, 50)
    FROM regexp_split_to_table(lower(m.from_email || ' ' || m.subject || ' ' || left(m.text, 20000)), '[\s.,;:@/<>()"''!?_+-]+') AS w), '')
    || ('u' || replace(m.user_id::text, '-', '')))
FROM inbound_messages m JOIN email_sends s ON s.id = m.email_send_id
WHERE m.kind IN ('reply', 'auto_reply') AND m.contact_id IS NOT NULL AND s.sequence_contact_id IS NOT NULL
ORDER BY s.sequence_contact_id, m.received_at DESC;--> statement-breakpoint
UPDATE inbound_messages m SET conversation_id = c.id
FROM email_sends s JOIN conversations c ON c.sequence_contact_id = s.sequence_contact_id
WHERE s.id = m.email_send_id AND m.contact_id = c.contact_id;
