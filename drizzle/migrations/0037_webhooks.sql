CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"response_status" integer,
	"answer" text,
	"error" text,
	"attempted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"failing_since" timestamp (3) with time zone,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_off_reason_check" CHECK ("webhook_endpoints"."off_reason" in ('failing', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"body" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_type_check" CHECK ("webhook_events"."type" in ('email.sent', 'email.opened', 'email.replied', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.failed', 'email.uncertain', 'contact.created', 'contact.updated', 'contact.suppressed', 'enrollment.started', 'enrollment.ended', 'conversation.labelled', 'mailbox.paused', 'mailbox.expired', 'import.finished', 'workflow.run_finished', 'webhook.test'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("endpoint_id","next_at","n") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries" USING btree ("endpoint_id","object_id","n") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_idx" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user_idx" ON "webhook_endpoints" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_events_object_idx" ON "webhook_events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "webhook_events_at_idx" ON "webhook_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_events_user_idx" ON "webhook_events" USING btree ("user_id");--> statement-breakpoint
-- Whether one of these users has an active webhook. The triggers of webhooks ask this first: most users have none.
CREATE FUNCTION has_webhooks(users uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints WHERE active AND user_id = ANY (users))
$$;--> statement-breakpoint
-- Whether a user has an active webhook that wants events of a type.
CREATE FUNCTION is_webhook_wanted(owner uuid, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints WHERE active AND user_id = owner AND events && ARRAY[event, '*'])
$$;--> statement-breakpoint
-- Adds a delivery of each new event for each webhook that wants it. The user's test of one webhook adds its own.
CREATE FUNCTION add_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (user_id, endpoint_id, event_id, object_id, n)
  SELECT v.user_id, e.id, v.id, v.object_id, v.n
  FROM new_rows v JOIN webhook_endpoints e ON e.user_id = v.user_id AND e.active AND e.events && ARRAY[v.type, '*']
  WHERE v.type <> 'webhook.test' ORDER BY v.n;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes the events of outcomes in the log: each is the first time that an email was sent, opened, replied to …
CREATE FUNCTION tell_email_logs() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.email_send_id, jsonb_build_object('contactEmail', n.recipient_email, 'subject', n.subject)
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, 'email.sent', sent_at), (2, 'email.failed', failed_at), (3, 'email.opened', opened_at),
      (4, 'email.replied', replied_at), (5, 'email.bounced', bounced_at)) k(place, type, at)
    WHERE k.at IS NOT NULL AND NOT n.is_test_email AND n.email_send_id IS NOT NULL AND is_webhook_wanted(n.user_id, k.type)
    ORDER BY n.id, k.place;
  ELSE
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.email_send_id, jsonb_build_object('contactEmail', n.recipient_email, 'subject', n.subject)
    FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES (1, 'email.sent', o.sent_at, n.sent_at),
      (2, 'email.failed', o.failed_at, n.failed_at), (3, 'email.opened', o.opened_at, n.opened_at),
      (4, 'email.replied', o.replied_at, n.replied_at), (5, 'email.bounced', o.bounced_at, n.bounced_at)) k(place, type, before, at)
    WHERE k.before IS NULL AND k.at IS NOT NULL AND NOT n.is_test_email AND n.email_send_id IS NOT NULL
      AND is_webhook_wanted(n.user_id, k.type)
    ORDER BY n.id, k.place;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes the events of contacts: created, a field changed that the API shows (not the counter of unopened emails), or emails stopped.
CREATE FUNCTION tell_contacts() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.id, jsonb_build_object('email', n.email)
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, 'contact.created', true),
      (2, 'contact.suppressed', suppressed OR unsubscribed OR hard_bounced)) k(place, type, happened)
    WHERE k.happened AND is_webhook_wanted(n.user_id, k.type) ORDER BY n.id, k.place;
  ELSE
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT n.user_id, k.type, n.id, jsonb_build_object('email', n.email)
    FROM new_rows n JOIN old_rows o USING (id) CROSS JOIN LATERAL (VALUES
      (1, 'contact.updated', (n.email, n.name, n.first_name, n.last_name, n.title, n.organization_name, n.city, n.state, n.country, n.timezone,
          n.linkedin_url, n.headline, n.apollo_id, n.organization, n.custom, n.industry, n.suppressed, n.unsubscribed, n.hard_bounced, n.tags,
          n.metadata)
        IS DISTINCT FROM (o.email, o.name, o.first_name, o.last_name, o.title, o.organization_name, o.city, o.state, o.country, o.timezone,
          o.linkedin_url, o.headline, o.apollo_id, o.organization, o.custom, o.industry, o.suppressed, o.unsubscribed, o.hard_bounced, o.tags,
          o.metadata)),
      (2, 'contact.suppressed', n.suppressed AND NOT o.suppressed OR n.unsubscribed AND NOT o.unsubscribed
        OR n.hard_bounced AND NOT o.hard_bounced)) k(place, type, happened)
    WHERE k.happened AND is_webhook_wanted(n.user_id, k.type) ORDER BY n.id, k.place;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes the start and the end of enrollments. Those that wait for a higher contact limit have not started. A deleted sequence ends its
-- enrollments; when the user is deleted, nobody is told.
CREATE FUNCTION tell_enrollments() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM new_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.started', id, jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id)
    FROM new_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.started') ORDER BY id;
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
  ELSE
    IF NOT has_webhooks(ARRAY(SELECT DISTINCT user_id FROM old_rows)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (user_id, type, object_id, facts)
    SELECT user_id, 'enrollment.ended', id,
      jsonb_build_object('sequenceId', sequence_id, 'contactId', contact_id, 'endReason', 'sequence_deleted')
    FROM old_rows WHERE status = 'active' AND hold_reason IS DISTINCT FROM 'sequence_full'
      AND is_webhook_wanted(user_id, 'enrollment.ended') AND EXISTS (SELECT FROM users u WHERE u.id = user_id) ORDER BY id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes an event about one row that its trigger's condition chose. Arguments: the type, then pairs of a fact and its column.
CREATE FUNCTION tell_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb := '{}';
BEGIN
  IF NOT is_webhook_wanted(NEW.user_id, TG_ARGV[0]) THEN RETURN NULL; END IF;
  FOR i IN 1 .. TG_NARGS - 2 BY 2 LOOP
    facts := facts || jsonb_build_object(TG_ARGV[i], to_jsonb(NEW) -> TG_ARGV[i + 1]);
  END LOOP;
  INSERT INTO webhook_events (user_id, type, object_id, facts) VALUES (NEW.user_id, TG_ARGV[0], NEW.id, facts);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes that an email was reported as spam, or that its link to unsubscribe was used.
CREATE FUNCTION tell_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (user_id, type, object_id, facts)
  SELECT s.user_id, TG_ARGV[0], s.id, jsonb_build_object('contactEmail', s.recipient_email, 'subject', s.subject)
  FROM email_sends s WHERE s.id = NEW.email_send_id AND NOT s.is_test AND is_webhook_wanted(s.user_id, TG_ARGV[0]);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Writes that a run of a workflow has ended.
CREATE FUNCTION tell_workflow_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (user_id, type, object_id, facts)
  SELECT w.user_id, 'workflow.run_finished', NEW.id, jsonb_build_object('workflowId', w.id, 'status', NEW.status)
  FROM workflows w WHERE w.id = NEW.workflow_id AND is_webhook_wanted(w.user_id, 'workflow.run_finished');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_events_deliver AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_webhook_deliveries();--> statement-breakpoint
CREATE TRIGGER email_logs_tell_insert AFTER INSERT ON email_logs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_email_logs();--> statement-breakpoint
CREATE TRIGGER email_logs_tell_update AFTER UPDATE ON email_logs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_email_logs();--> statement-breakpoint
CREATE TRIGGER contacts_tell_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_contacts();--> statement-breakpoint
CREATE TRIGGER contacts_tell_update AFTER UPDATE ON contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_contacts();--> statement-breakpoint
CREATE TRIGGER sequence_contacts_tell_insert AFTER INSERT ON sequence_contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_enrollments();--> statement-breakpoint
CREATE TRIGGER sequence_contacts_tell_update AFTER UPDATE ON sequence_contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_enrollments();--> statement-breakpoint
CREATE TRIGGER sequence_contacts_tell_delete AFTER DELETE ON sequence_contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_enrollments();--> statement-breakpoint
-- The triggers of single rows have conditions, so that the changes that are made for each email do not call the function.
CREATE TRIGGER email_sends_tell_insert AFTER INSERT ON email_sends FOR EACH ROW WHEN (NEW.state = 'uncertain' AND NOT NEW.is_test)
EXECUTE FUNCTION tell_row('email.uncertain', 'contactEmail', 'recipient_email', 'subject', 'subject');--> statement-breakpoint
CREATE TRIGGER email_sends_tell_update AFTER UPDATE OF state ON email_sends FOR EACH ROW
WHEN (NEW.state = 'uncertain' AND OLD.state <> 'uncertain' AND NOT NEW.is_test)
EXECUTE FUNCTION tell_row('email.uncertain', 'contactEmail', 'recipient_email', 'subject', 'subject');--> statement-breakpoint
CREATE TRIGGER tracking_events_tell_complaint AFTER INSERT ON tracking_events FOR EACH ROW WHEN (NEW.type = 'complaint')
EXECUTE FUNCTION tell_reaction('email.complained');--> statement-breakpoint
CREATE TRIGGER tracking_events_tell_unsubscribe AFTER INSERT ON tracking_events FOR EACH ROW WHEN (NEW.type = 'unsubscribe')
EXECUTE FUNCTION tell_reaction('email.unsubscribed');--> statement-breakpoint
CREATE TRIGGER conversations_tell_insert AFTER INSERT ON conversations FOR EACH ROW WHEN (NEW.label IS NOT NULL)
EXECUTE FUNCTION tell_row('conversation.labelled', 'label', 'label', 'contactId', 'contact_id');--> statement-breakpoint
CREATE TRIGGER conversations_tell_update AFTER UPDATE OF label ON conversations FOR EACH ROW
WHEN (NEW.label IS NOT NULL AND NEW.label IS DISTINCT FROM OLD.label)
EXECUTE FUNCTION tell_row('conversation.labelled', 'label', 'label', 'contactId', 'contact_id');--> statement-breakpoint
CREATE TRIGGER mail_accounts_tell_paused AFTER UPDATE OF status ON mail_accounts FOR EACH ROW
WHEN (NEW.status = 'error' AND OLD.status <> 'error' AND NEW.user_id IS NOT NULL)
EXECUTE FUNCTION tell_row('mailbox.paused', 'email', 'email');--> statement-breakpoint
CREATE TRIGGER mail_accounts_tell_expired AFTER UPDATE OF status ON mail_accounts FOR EACH ROW
WHEN (NEW.status = 'token_expired' AND OLD.status <> 'token_expired' AND NEW.user_id IS NOT NULL)
EXECUTE FUNCTION tell_row('mailbox.expired', 'email', 'email');--> statement-breakpoint
CREATE TRIGGER queue_jobs_tell_update AFTER UPDATE OF status ON queue_jobs FOR EACH ROW
WHEN (NEW.type IN ('contact_import', 'lead_import') AND NEW.status IN ('completed', 'failed') AND OLD.status NOT IN ('completed', 'failed'))
EXECUTE FUNCTION tell_row('import.finished', 'type', 'type', 'status', 'status');--> statement-breakpoint
CREATE TRIGGER workflow_runs_tell_update AFTER UPDATE OF status ON workflow_runs FOR EACH ROW
WHEN (NEW.status IN ('completed', 'failed') AND OLD.status NOT IN ('completed', 'failed'))
EXECUTE FUNCTION tell_workflow_run();
