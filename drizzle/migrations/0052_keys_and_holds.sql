ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_off_reason_check";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_type_check";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_key_idx" ON "webhook_endpoints" USING btree ("api_key_id") WHERE api_key_id is not null;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_off_reason_check" CHECK ("webhook_endpoints"."off_reason" in ('failing', 'gone', 'key_ended'));--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_type_check" CHECK ("webhook_events"."type" in ('email.sent', 'email.opened', 'email.replied', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.failed', 'email.uncertain', 'email.held', 'contact.created', 'contact.updated', 'contact.suppressed', 'enrollment.started', 'enrollment.ended', 'conversation.labelled', 'mailbox.paused', 'mailbox.expired', 'import.finished', 'workflow.run_finished', 'webhook.test'));--> statement-breakpoint
-- Whether webhooks are told of a hold for this reason: TOLD_HOLDS in app/models/webhooks/event-types.ts, which a test compares.
CREATE OR REPLACE FUNCTION is_told_hold(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason IN ('no_mailbox', 'mailbox_not_connected', 'missing_variable', 'missing_template', 'links_unreachable', 'replied_elsewhere',
    'out_of_office', 'company_replied', 'address_unreachable', 'report_unproven', 'sender_unproven', 'opt_out_asked', 'calendar')
$$;--> statement-breakpoint
-- Writes the start and the end of enrollments, and holds of their emails. Those that wait for a higher contact limit have not started. A
-- deleted sequence ends its enrollments; when the user is deleted, nobody is told.
CREATE OR REPLACE FUNCTION tell_enrollments() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.started', id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id)
    FROM new_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.started') ORDER BY id;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'email.held', id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'reason', hold_reason)
    FROM new_rows WHERE status = 'active' AND is_told_hold(hold_reason) AND is_webhook_wanted(user_id, 'email.held') ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, type, id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'endReason', end_reason)
    FROM (SELECT n.user_id, n.id, n.sequence_id, n.contact_id, n.end_reason, CASE
            WHEN n.status = 'active' AND n.hold_reason IS DISTINCT FROM 'sequence_full'
              AND (o.status <> 'active' OR o.hold_reason = 'sequence_full') THEN 'enrollment.started'
            WHEN n.status <> 'active' AND o.status = 'active' AND o.hold_reason IS DISTINCT FROM 'sequence_full' THEN 'enrollment.ended' END AS type
          FROM new_rows n JOIN old_rows o USING (id)) k
    WHERE type IS NOT NULL AND is_webhook_wanted(user_id, type) ORDER BY id;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, 'email.held', n.id,
      jsonb_build_object('sequenceId', n.sequence_id, 'contactId', n.contact_id, 'reason', n.hold_reason)
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.status = 'active' AND n.hold_reason IS DISTINCT FROM o.hold_reason AND is_told_hold(n.hold_reason)
      AND is_webhook_wanted(n.user_id, 'email.held') ORDER BY n.id;
  ELSE
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM old_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.ended', id,
      jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'endReason', 'sequence_deleted')
    FROM old_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.ended') AND EXISTS (SELECT FROM users u WHERE u.id = user_id) ORDER BY id;
  END IF;
  RETURN NULL;
END $$;
