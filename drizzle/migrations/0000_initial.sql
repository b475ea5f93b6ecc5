CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dedupe_key" text,
	"read" boolean DEFAULT false NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_type_check" CHECK ("notifications"."type" in ('quota_exceeded', 'system'))
);
--> statement-breakpoint
CREATE TABLE "oauth_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"session_sid" text NOT NULL,
	"purpose" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL,
	"absolute_expire" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"full_name" text NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"google_access_token" text,
	"default_sender_account_id" uuid,
	"default_send_as_email" text,
	"apollo_api_key" text,
	"apollo_api_key_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_stats" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"unsubscribed" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"name" text DEFAULT '' NOT NULL,
	"apollo_id" text,
	"linkedin_url" text,
	"title" text,
	"organization_name" text,
	"headline" text,
	"state" text,
	"city" text,
	"country" text,
	"organization" jsonb,
	"employment_history" jsonb,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"industry" text,
	"suppressed" boolean DEFAULT false NOT NULL,
	"unsubscribed" boolean DEFAULT false NOT NULL,
	"hard_bounced" boolean DEFAULT false NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"not_opened_streak" integer DEFAULT 0 NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"import_batch_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_streak_check" CHECK ("contacts"."not_opened_streak" >= 0)
);
--> statement-breakpoint
CREATE TABLE "persona_contacts" (
	"persona_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"import_batch_id" uuid,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "persona_contacts_persona_id_contact_id_pk" PRIMARY KEY("persona_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "personas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"industry" text NOT NULL,
	"job_title" text NOT NULL,
	"location" text NOT NULL,
	"description" text,
	"contact_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"address_hash" text,
	"domain" text,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_reason_check" CHECK ("suppressions"."reason" in ('unsubscribed', 'suppressed', 'hard_bounce', 'complaint', 'domain', 'erased')),
	CONSTRAINT "suppressions_target_check" CHECK (("suppressions"."address_hash" is null) <> ("suppressions"."domain" is null))
);
--> statement-breakpoint
CREATE TABLE "import_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"persona_id" uuid,
	"queue_job_id" uuid,
	"file_name" text NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_rejects" (
	"batch_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"reason" text NOT NULL,
	"cells" text[] NOT NULL,
	CONSTRAINT "import_rejects_batch_id_row_number_pk" PRIMARY KEY("batch_id","row_number")
);
--> statement-breakpoint
CREATE TABLE "job_file_chunks" (
	"file_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "job_file_chunks_file_id_index_pk" PRIMARY KEY("file_id","index")
);
--> statement-breakpoint
CREATE TABLE "job_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"queue_job_id" uuid,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" jsonb DEFAULT '{"current":0,"total":0,"added":0,"skipped":0,"failed":0,"revealed":0}'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"scheduled_for" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 3 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "queue_jobs_type_check" CHECK ("queue_jobs"."type" in ('contact_import', 'lead_import', 'export', 'enrollment')),
	CONSTRAINT "queue_jobs_status_check" CHECK ("queue_jobs"."status" in ('pending', 'processing', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "aliases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"send_as_email" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"is_default_alias" boolean DEFAULT false NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"verification_status" text DEFAULT 'pending' NOT NULL,
	CONSTRAINT "aliases_verification_check" CHECK ("aliases"."verification_status" in ('accepted', 'pending'))
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'disconnected' NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"token_expires_at" timestamp (3) with time zone,
	"user_email" text,
	"user_data" jsonb,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integrations_status_check" CHECK ("integrations"."status" in ('connected', 'disconnected', 'error')),
	CONSTRAINT "integrations_type_check" CHECK ("integrations"."type" in ('google_workspace'))
);
--> statement-breakpoint
CREATE TABLE "mail_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"google_user_id" text,
	"email" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"account_key" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"token_expires_at" timestamp (3) with time zone,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"status" text DEFAULT 'connected' NOT NULL,
	"status_detail" text,
	"smtp_host" text,
	"smtp_port" integer,
	"smtp_secure" boolean,
	"imap_host" text,
	"imap_port" integer,
	"imap_secure" boolean,
	"username" text,
	"password" text,
	"daily_limit" integer,
	"send_interval_seconds" integer DEFAULT 60 NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_accounts_provider_check" CHECK ("mail_accounts"."provider" in ('gmail', 'smtp')),
	CONSTRAINT "mail_accounts_status_check" CHECK ("mail_accounts"."status" in ('connected', 'disconnected', 'error', 'token_expired')),
	CONSTRAINT "mail_accounts_interval_check" CHECK ("mail_accounts"."send_interval_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mailbox_days" (
	"account_key" text NOT NULL,
	"day" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mailbox_days_account_key_day_pk" PRIMARY KEY("account_key","day"),
	CONSTRAINT "mailbox_days_used_check" CHECK ("mailbox_days"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mailbox_paces" (
	"account_key" text PRIMARY KEY NOT NULL,
	"last_slot_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_cursors" (
	"mail_account_id" uuid PRIMARY KEY NOT NULL,
	"cursor" text,
	"synced_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "sandbox"."mailbox_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."mailbox_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"mail_id" bigint NOT NULL,
	"thread_id" text NOT NULL,
	"labels" text[] NOT NULL,
	"message_id" text NOT NULL,
	"history_id" bigint NOT NULL,
	"internal_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."faults" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."faults_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"remaining" integer NOT NULL,
	CONSTRAINT "faults_service_check" CHECK ("sandbox"."faults"."service" in ('gmail', 'smtp', 'leads', 'ai', 'system')),
	CONSTRAINT "faults_kind_check" CHECK ("sandbox"."faults"."kind" in ('http429', 'http500', 'timeout', 'reset', 'invalidGrant', 'acceptThenDrop'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_accounts" (
	"sub" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"history_id" bigint NOT NULL,
	"units_since" timestamp (3) with time zone NOT NULL,
	"units_used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"account_sub" text NOT NULL,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"code_challenge" text,
	"code_challenge_method" text,
	"offline" boolean NOT NULL,
	"consent_forced" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_sub" text NOT NULL,
	"client_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_send_as" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."google_send_as_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_sub" text NOT NULL,
	"send_as_email" text NOT NULL,
	"display_name" text NOT NULL,
	"signature" text NOT NULL,
	"is_primary" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"verification_status" text NOT NULL,
	CONSTRAINT "google_send_as_verification_check" CHECK ("sandbox"."google_send_as"."verification_status" in ('accepted', 'pending'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "google_tokens_kind_check" CHECK ("sandbox"."google_tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"delivered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mails_service_check" CHECK ("sandbox"."mails"."service" in ('gmail', 'smtp', 'system', 'person'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"base_virtual" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"base_real" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	CONSTRAINT "clock_single_check" CHECK ("sandbox"."clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sequence_contact_id" uuid,
	"contact_id" uuid,
	"type" text NOT NULL,
	"rule" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email_send_id" uuid,
	"sequence_id" uuid,
	"contact_id" uuid,
	"step_id" uuid,
	"template_id" uuid,
	"sequence_contact_id" uuid,
	"recipient_email" text NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"sender_email" text NOT NULL,
	"sequence_name" text,
	"step_name" text,
	"subject" text NOT NULL,
	"status" text DEFAULT 'not_open' NOT NULL,
	"email_provider" text,
	"message_id" text,
	"tracking_token" text,
	"unsubscribe_token" text,
	"is_test_email" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_logs_email_send_id_unique" UNIQUE("email_send_id"),
	CONSTRAINT "email_logs_status_check" CHECK ("email_logs"."status" in ('not_open', 'open', 'reply'))
);
--> statement-breakpoint
CREATE TABLE "email_sends" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"sequence_contact_id" uuid,
	"sequence_id" uuid,
	"step_id" uuid,
	"contact_id" uuid,
	"template_id" uuid,
	"sender_account_id" uuid,
	"send_as_email" text,
	"visit" integer DEFAULT 1 NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"recipient_email" text NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"sender_email" text NOT NULL,
	"sequence_name" text,
	"step_name" text,
	"subject" text DEFAULT '' NOT NULL,
	"html_body" text DEFAULT '' NOT NULL,
	"plain_text_body" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"tracked" boolean DEFAULT true NOT NULL,
	"tracking_token" text NOT NULL,
	"unsubscribe_token" text NOT NULL,
	"message_id" text,
	"provider_id" text,
	"provider_thread_id" text,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"scheduled_for" timestamp (3) with time zone NOT NULL,
	"quota_day" text,
	"claimed_by" text,
	"lease_ends_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"error_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_sends_tracking_token_unique" UNIQUE("tracking_token"),
	CONSTRAINT "email_sends_unsubscribe_token_unique" UNIQUE("unsubscribe_token"),
	CONSTRAINT "email_sends_state_check" CHECK ("email_sends"."state" in ('scheduled', 'claimed', 'sending', 'sent', 'failed', 'uncertain', 'cancelled')),
	CONSTRAINT "email_sends_sent_check" CHECK ("email_sends"."state" <> 'sent' or "email_sends"."sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"mail_account_id" uuid,
	"provider_id" text NOT NULL,
	"kind" text NOT NULL,
	"email_send_id" uuid,
	"contact_id" uuid,
	"from_email" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text,
	"reason" text,
	"hard" boolean,
	"received_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_messages_kind_check" CHECK ("inbound_messages"."kind" in ('bounce', 'complaint', 'auto_reply', 'reply', 'other'))
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"email_send_id" uuid,
	"contact_id" uuid,
	"type" text NOT NULL,
	"tracking_token" text,
	"hit_class" text,
	"hit_reason" text,
	"user_agent" text,
	"ip_address" text,
	"raw_payload" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_events_type_check" CHECK ("tracking_events"."type" in ('open', 'reply', 'bounce', 'complaint', 'unsubscribe')),
	CONSTRAINT "tracking_events_class_check" CHECK ("tracking_events"."hit_class" in ('human', 'machine', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "sequence_contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"sequence_id" uuid NOT NULL,
	"contact_id" uuid,
	"address_hash" text NOT NULL,
	"mailbox_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"end_reason" text,
	"current_step_id" uuid,
	"next_action" text,
	"next_action_at" timestamp (3) with time zone,
	"slot_at" timestamp (3) with time zone,
	"moment_at" timestamp (3) with time zone,
	"planned_at" timestamp (3) with time zone,
	"from_step_id" uuid,
	"from_reaction" text,
	"replied_at" timestamp (3) with time zone,
	"hold_reason" text,
	"held_until" timestamp (3) with time zone,
	"visits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"plan_version" integer DEFAULT 0 NOT NULL,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "sequence_contacts_status_check" CHECK ("sequence_contacts"."status" in ('active', 'completed', 'stopped')),
	CONSTRAINT "sequence_contacts_action_check" CHECK ("sequence_contacts"."next_action" in ('send', 'decide', 'wait', 'add_to_list')),
	CONSTRAINT "sequence_contacts_never_stuck_check" CHECK ("sequence_contacts"."status" <> 'active' or "sequence_contacts"."next_action_at" is not null or "sequence_contacts"."hold_reason" is not null),
	CONSTRAINT "sequence_contacts_reaction_check" CHECK ("sequence_contacts"."from_reaction" in ('not_opened', 'opened_no_reply', 'replied'))
);
--> statement-breakpoint
CREATE TABLE "sequence_personas" (
	"sequence_id" uuid NOT NULL,
	"persona_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequence_personas_sequence_id_persona_id_pk" PRIMARY KEY("sequence_id","persona_id")
);
--> statement-breakpoint
CREATE TABLE "sequence_stats" (
	"sequence_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"replied" integer DEFAULT 0 NOT NULL,
	"bounced" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sequence_stats_sequence_id_step_id_pk" PRIMARY KEY("sequence_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"skip_weekends" boolean DEFAULT false NOT NULL,
	"persona_id" uuid,
	"sender_account_id" uuid,
	"send_as_email" text,
	"mailbox_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"tracking_enabled" boolean DEFAULT true NOT NULL,
	"contact_limit" integer,
	"start_date" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"total_contacts" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"plan_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequences_status_check" CHECK ("sequences"."status" in ('draft', 'scheduled', 'running', 'published', 'completed', 'paused')),
	CONSTRAINT "sequences_limit_check" CHECK ("sequences"."contact_limit" is null or "sequences"."contact_limit" >= 1)
);
--> statement-breakpoint
CREATE TABLE "steps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence_id" uuid NOT NULL,
	"step_type" text DEFAULT 'send_email' NOT NULL,
	"name" text NOT NULL,
	"order" integer NOT NULL,
	"delay_days" integer DEFAULT 0 NOT NULL,
	"send_hour" integer DEFAULT 9 NOT NULL,
	"send_minute" integer DEFAULT 0 NOT NULL,
	"reaction_window_hours" integer DEFAULT 48 NOT NULL,
	"reaction_window_minutes" integer DEFAULT 0 NOT NULL,
	"template_id" uuid,
	"skip_weekends" boolean DEFAULT false NOT NULL,
	"same_thread" boolean DEFAULT false NOT NULL,
	"not_opened_next" text DEFAULT 'default' NOT NULL,
	"not_opened_step_id" uuid,
	"not_opened_wait_days" integer DEFAULT 0 NOT NULL,
	"opened_no_reply_next" text DEFAULT 'default' NOT NULL,
	"opened_no_reply_step_id" uuid,
	"opened_no_reply_wait_days" integer DEFAULT 0 NOT NULL,
	"replied_next" text DEFAULT 'default' NOT NULL,
	"replied_step_id" uuid,
	"replied_wait_days" integer DEFAULT 0 NOT NULL,
	"wait_value" integer,
	"wait_unit" text,
	"next_action_type" text,
	"next_action_step_id" uuid,
	"persona_id" uuid,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "steps_type_check" CHECK ("steps"."step_type" in ('send_email', 'wait', 'add_to_persona')),
	CONSTRAINT "steps_not_opened_next_check" CHECK ("steps"."not_opened_next" in ('default', 'end', 'step')),
	CONSTRAINT "steps_opened_no_reply_next_check" CHECK ("steps"."opened_no_reply_next" in ('default', 'end', 'step')),
	CONSTRAINT "steps_replied_next_check" CHECK ("steps"."replied_next" in ('default', 'end', 'step')),
	CONSTRAINT "steps_wait_unit_check" CHECK ("steps"."wait_unit" in ('hours', 'days')),
	CONSTRAINT "steps_next_action_type_check" CHECK ("steps"."next_action_type" in ('end', 'send_email', 'add_to_persona')),
	CONSTRAINT "steps_send_time_check" CHECK ("steps"."send_hour" between 0 and 23 and "steps"."send_minute" between 0 and 59),
	CONSTRAINT "steps_delay_check" CHECK ("steps"."delay_days" >= 0),
	CONSTRAINT "steps_window_check" CHECK ("steps"."reaction_window_hours" >= 0 and "steps"."reaction_window_minutes" between 0 and 59),
	CONSTRAINT "steps_wait_days_check" CHECK ("steps"."not_opened_wait_days" >= 0 and "steps"."opened_no_reply_wait_days" >= 0 and "steps"."replied_wait_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"template_type" text DEFAULT 'html' NOT NULL,
	"html_body" text DEFAULT '' NOT NULL,
	"plain_text_body" text,
	"builder_json" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_type_check" CHECK ("templates"."template_type" in ('html', 'builder'))
);
--> statement-breakpoint
CREATE TABLE "workflow_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workflow_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"leads_found" integer DEFAULT 0 NOT NULL,
	"leads_processed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "workflow_runs_status_check" CHECK ("workflow_runs"."status" in ('pending', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "workflow_step_personas" (
	"step_id" uuid NOT NULL,
	"persona_id" uuid NOT NULL,
	CONSTRAINT "workflow_step_personas_step_id_persona_id_pk" PRIMARY KEY("step_id","persona_id")
);
--> statement-breakpoint
CREATE TABLE "workflow_steps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workflow_id" uuid NOT NULL,
	"order" integer NOT NULL,
	"step_type" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_steps_type_check" CHECK ("workflow_steps"."step_type" in ('add_to_email_list'))
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"start_strategy" text DEFAULT 'immediately' NOT NULL,
	"start_at" timestamp (3) with time zone,
	"frequency_type" text DEFAULT 'once' NOT NULL,
	"frequency_interval" integer DEFAULT 1 NOT NULL,
	"end_at" timestamp (3) with time zone,
	"is_endless" boolean DEFAULT true NOT NULL,
	"criteria" jsonb NOT NULL,
	"lead_limit" integer DEFAULT 500 NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"next_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflows_status_check" CHECK ("workflows"."status" in ('draft', 'active', 'paused', 'completed')),
	CONSTRAINT "workflows_start_check" CHECK ("workflows"."start_strategy" in ('immediately', 'scheduled')),
	CONSTRAINT "workflows_frequency_check" CHECK ("workflows"."frequency_type" in ('once', 'days', 'weeks', 'months')),
	CONSTRAINT "workflows_interval_check" CHECK ("workflows"."frequency_interval" >= 1),
	CONSTRAINT "workflows_lead_limit_check" CHECK ("workflows"."lead_limit" between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_session_sid_sessions_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."sessions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_default_sender_account_id_mail_accounts_id_fk" FOREIGN KEY ("default_sender_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_stats" ADD CONSTRAINT "contact_stats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_import_batch_id_import_batches_id_fk" FOREIGN KEY ("import_batch_id") REFERENCES "public"."import_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_contacts" ADD CONSTRAINT "persona_contacts_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_contacts" ADD CONSTRAINT "persona_contacts_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_contacts" ADD CONSTRAINT "persona_contacts_import_batch_id_import_batches_id_fk" FOREIGN KEY ("import_batch_id") REFERENCES "public"."import_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_queue_job_id_queue_jobs_id_fk" FOREIGN KEY ("queue_job_id") REFERENCES "public"."queue_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rejects" ADD CONSTRAINT "import_rejects_batch_id_import_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."import_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_file_chunks" ADD CONSTRAINT "job_file_chunks_file_id_job_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."job_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_files" ADD CONSTRAINT "job_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_files" ADD CONSTRAINT "job_files_queue_job_id_queue_jobs_id_fk" FOREIGN KEY ("queue_job_id") REFERENCES "public"."queue_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_jobs" ADD CONSTRAINT "queue_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aliases" ADD CONSTRAINT "aliases_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_cursors" ADD CONSTRAINT "sync_cursors_mail_account_id_mail_accounts_id_fk" FOREIGN KEY ("mail_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."mailbox_entries" ADD CONSTRAINT "mailbox_entries_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "sandbox"."mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."google_codes" ADD CONSTRAINT "google_codes_account_sub_google_accounts_sub_fk" FOREIGN KEY ("account_sub") REFERENCES "sandbox"."google_accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."google_grants" ADD CONSTRAINT "google_grants_account_sub_google_accounts_sub_fk" FOREIGN KEY ("account_sub") REFERENCES "sandbox"."google_accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."google_send_as" ADD CONSTRAINT "google_send_as_account_sub_google_accounts_sub_fk" FOREIGN KEY ("account_sub") REFERENCES "sandbox"."google_accounts"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."google_tokens" ADD CONSTRAINT "google_tokens_grant_id_google_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "sandbox"."google_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_sequence_contact_id_sequence_contacts_id_fk" FOREIGN KEY ("sequence_contact_id") REFERENCES "public"."sequence_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_step_id_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_sequence_contact_id_sequence_contacts_id_fk" FOREIGN KEY ("sequence_contact_id") REFERENCES "public"."sequence_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_sequence_contact_id_sequence_contacts_id_fk" FOREIGN KEY ("sequence_contact_id") REFERENCES "public"."sequence_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_step_id_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_sender_account_id_mail_accounts_id_fk" FOREIGN KEY ("sender_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_mail_account_id_mail_accounts_id_fk" FOREIGN KEY ("mail_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_email_send_id_email_sends_id_fk" FOREIGN KEY ("email_send_id") REFERENCES "public"."email_sends"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_mailbox_id_mail_accounts_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_current_step_id_steps_id_fk" FOREIGN KEY ("current_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_from_step_id_steps_id_fk" FOREIGN KEY ("from_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_personas" ADD CONSTRAINT "sequence_personas_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_personas" ADD CONSTRAINT "sequence_personas_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_stats" ADD CONSTRAINT "sequence_stats_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_sender_account_id_mail_accounts_id_fk" FOREIGN KEY ("sender_account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_sequence_id_sequences_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_not_opened_step_id_steps_id_fk" FOREIGN KEY ("not_opened_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_opened_no_reply_step_id_steps_id_fk" FOREIGN KEY ("opened_no_reply_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_replied_step_id_steps_id_fk" FOREIGN KEY ("replied_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_next_action_step_id_steps_id_fk" FOREIGN KEY ("next_action_step_id") REFERENCES "public"."steps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_step_personas" ADD CONSTRAINT "workflow_step_personas_step_id_workflow_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."workflow_steps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_step_personas" ADD CONSTRAINT "workflow_step_personas_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD CONSTRAINT "workflow_steps_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST) WHERE dismissed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_dedupe_key" ON "notifications" USING btree ("user_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_user_idx" ON "password_reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limits_window_idx" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "settings_user_key" ON "settings" USING btree ("user_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_user_email_key" ON "contacts" USING btree ("user_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_user_apollo_key" ON "contacts" USING btree ("user_id","apollo_id");--> statement-breakpoint
CREATE INDEX "contacts_user_created_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contacts_user_industry_idx" ON "contacts" USING btree ("user_id","industry","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contacts_user_unsubscribed_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE unsubscribed and not suppressed;--> statement-breakpoint
CREATE INDEX "contacts_user_suppressed_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE suppressed;--> statement-breakpoint
CREATE INDEX "contacts_user_active_idx" ON "contacts" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not suppressed and not unsubscribed;--> statement-breakpoint
CREATE INDEX "contacts_import_batch_idx" ON "contacts" USING btree ("import_batch_id");--> statement-breakpoint
CREATE INDEX "persona_contacts_contact_idx" ON "persona_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "persona_contacts_list_idx" ON "persona_contacts" USING btree ("persona_id","added_at" DESC NULLS LAST,"contact_id");--> statement-breakpoint
CREATE INDEX "persona_contacts_import_idx" ON "persona_contacts" USING btree ("import_batch_id");--> statement-breakpoint
CREATE INDEX "personas_user_idx" ON "personas" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address_key" ON "suppressions" USING btree ("user_id","address_hash","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_domain_key" ON "suppressions" USING btree ("user_id","domain");--> statement-breakpoint
CREATE INDEX "import_batches_user_idx" ON "import_batches" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_batches_job_idx" ON "import_batches" USING btree ("queue_job_id");--> statement-breakpoint
CREATE INDEX "job_files_job_idx" ON "job_files" USING btree ("queue_job_id");--> statement-breakpoint
CREATE INDEX "job_files_user_idx" ON "job_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "queue_jobs_user_idx" ON "queue_jobs" USING btree ("user_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "aliases_account_address_key" ON "aliases" USING btree ("account_id",lower("send_as_email"));--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_user_type_key" ON "integrations" USING btree ("user_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_google_key" ON "mail_accounts" USING btree ("user_id","google_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_email_key" ON "mail_accounts" USING btree ("user_id","provider",lower("email"));--> statement-breakpoint
CREATE INDEX "mail_accounts_account_key_idx" ON "mail_accounts" USING btree ("account_key");--> statement-breakpoint
CREATE INDEX "mailbox_entries_owner_idx" ON "sandbox"."mailbox_entries" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "mailbox_entries_history_idx" ON "sandbox"."mailbox_entries" USING btree ("owner","history_id");--> statement-breakpoint
CREATE INDEX "mailbox_entries_message_idx" ON "sandbox"."mailbox_entries" USING btree ("owner","message_id");--> statement-breakpoint
CREATE INDEX "mailbox_entries_date_idx" ON "sandbox"."mailbox_entries" USING btree ("owner","internal_date");--> statement-breakpoint
CREATE INDEX "mailbox_entries_mail_idx" ON "sandbox"."mailbox_entries" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "faults_open_idx" ON "sandbox"."faults" USING btree ("service","id") WHERE "sandbox"."faults"."remaining" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "google_accounts_email_key" ON "sandbox"."google_accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "google_codes_account_idx" ON "sandbox"."google_codes" USING btree ("account_sub");--> statement-breakpoint
CREATE UNIQUE INDEX "google_grants_account_key" ON "sandbox"."google_grants" USING btree ("account_sub","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "google_send_as_account_key" ON "sandbox"."google_send_as" USING btree ("account_sub","send_as_email");--> statement-breakpoint
CREATE INDEX "google_send_as_address_idx" ON "sandbox"."google_send_as" USING btree ("send_as_email");--> statement-breakpoint
CREATE INDEX "google_tokens_grant_idx" ON "sandbox"."google_tokens" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "mails_recipient_idx" ON "sandbox"."mails" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "decisions_enrollment_idx" ON "decisions" USING btree ("sequence_contact_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_contact_idx" ON "decisions" USING btree ("contact_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_logs_user_idx" ON "email_logs" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_logs_status_idx" ON "email_logs" USING btree ("user_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_logs_sequence_idx" ON "email_logs" USING btree ("user_id","sequence_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_logs_report_idx" ON "email_logs" USING btree ("sequence_id","step_id");--> statement-breakpoint
CREATE INDEX "email_logs_contact_idx" ON "email_logs" USING btree ("contact_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_logs_enrollment_idx" ON "email_logs" USING btree ("sequence_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_sends_once_key" ON "email_sends" USING btree ("sequence_contact_id","step_id","visit");--> statement-breakpoint
CREATE INDEX "email_sends_due_idx" ON "email_sends" USING btree ("sender_account_id","scheduled_for") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "email_sends_open_idx" ON "email_sends" USING btree ("state","lease_ends_at") WHERE state in ('claimed', 'sending', 'uncertain');--> statement-breakpoint
CREATE INDEX "email_sends_scheduled_idx" ON "email_sends" USING btree ("scheduled_for") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "email_sends_user_idx" ON "email_sends" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "email_sends_message_idx" ON "email_sends" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "email_sends_thread_idx" ON "email_sends" USING btree ("sender_account_id","provider_thread_id");--> statement-breakpoint
CREATE INDEX "email_sends_contact_idx" ON "email_sends" USING btree ("contact_id","sent_at");--> statement-breakpoint
CREATE INDEX "email_sends_sequence_idx" ON "email_sends" USING btree ("sequence_id");--> statement-breakpoint
CREATE INDEX "email_sends_step_idx" ON "email_sends" USING btree ("step_id");--> statement-breakpoint
CREATE INDEX "email_sends_template_idx" ON "email_sends" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_messages_once_key" ON "inbound_messages" USING btree ("mail_account_id","provider_id");--> statement-breakpoint
CREATE INDEX "inbound_messages_send_idx" ON "inbound_messages" USING btree ("email_send_id");--> statement-breakpoint
CREATE INDEX "inbound_messages_contact_idx" ON "inbound_messages" USING btree ("contact_id","received_at");--> statement-breakpoint
CREATE INDEX "tracking_events_send_idx" ON "tracking_events" USING btree ("email_send_id","created_at");--> statement-breakpoint
CREATE INDEX "tracking_events_contact_idx" ON "tracking_events" USING btree ("contact_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_contacts_contact_key" ON "sequence_contacts" USING btree ("sequence_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_contacts_address_key" ON "sequence_contacts" USING btree ("sequence_id","address_hash");--> statement-breakpoint
CREATE INDEX "sequence_contacts_due_idx" ON "sequence_contacts" USING btree ("next_action_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "sequence_contacts_contact_idx" ON "sequence_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "sequence_contacts_sequence_idx" ON "sequence_contacts" USING btree ("sequence_id","status","enrolled_at","id");--> statement-breakpoint
CREATE INDEX "sequence_contacts_mailbox_idx" ON "sequence_contacts" USING btree ("mailbox_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "sequence_personas_persona_idx" ON "sequence_personas" USING btree ("persona_id");--> statement-breakpoint
CREATE INDEX "sequences_user_idx" ON "sequences" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "sequences_running_idx" ON "sequences" USING btree ("id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "steps_sequence_idx" ON "steps" USING btree ("sequence_id","order");--> statement-breakpoint
CREATE INDEX "steps_template_idx" ON "steps" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "steps_persona_idx" ON "steps" USING btree ("persona_id");--> statement-breakpoint
CREATE INDEX "templates_user_idx" ON "templates" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "workflow_runs_workflow_idx" ON "workflow_runs" USING btree ("workflow_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "workflow_step_personas_persona_idx" ON "workflow_step_personas" USING btree ("persona_id");--> statement-breakpoint
CREATE INDEX "workflow_steps_workflow_idx" ON "workflow_steps" USING btree ("workflow_id","order");--> statement-breakpoint
CREATE INDEX "workflows_user_idx" ON "workflows" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "workflows_due_idx" ON "workflows" USING btree ("next_run_at") WHERE status = 'active';