-- A new column without a value, new tables of the sandbox, and a check of mail_accounts that reads its rows once: takes milliseconds.
CREATE TABLE "sandbox"."microsoft_accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"aliases" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."microsoft_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."microsoft_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."microsoft_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"message_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"entry_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."microsoft_grants" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"account_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."microsoft_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "microsoft_tokens_kind_check" CHECK ("sandbox"."microsoft_tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
ALTER TABLE "mail_accounts" DROP CONSTRAINT "mail_accounts_provider_check";--> statement-breakpoint
ALTER TABLE "sandbox"."faults" DROP CONSTRAINT "faults_service_check";--> statement-breakpoint
ALTER TABLE "sandbox"."faults" DROP CONSTRAINT "faults_kind_check";--> statement-breakpoint
ALTER TABLE "sandbox"."mails" DROP CONSTRAINT "mails_service_check";--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "renewal_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."microsoft_codes" ADD CONSTRAINT "microsoft_codes_account_id_microsoft_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "sandbox"."microsoft_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."microsoft_drafts" ADD CONSTRAINT "microsoft_drafts_entry_id_mailbox_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "sandbox"."mailbox_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."microsoft_grants" ADD CONSTRAINT "microsoft_grants_account_id_microsoft_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "sandbox"."microsoft_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."microsoft_tokens" ADD CONSTRAINT "microsoft_tokens_grant_id_microsoft_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "sandbox"."microsoft_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "microsoft_accounts_email_key" ON "sandbox"."microsoft_accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "microsoft_codes_account_idx" ON "sandbox"."microsoft_codes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "microsoft_drafts_owner_idx" ON "sandbox"."microsoft_drafts" USING btree ("owner","id");--> statement-breakpoint
CREATE UNIQUE INDEX "microsoft_drafts_entry_key" ON "sandbox"."microsoft_drafts" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "microsoft_grants_account_key" ON "sandbox"."microsoft_grants" USING btree ("account_id","client_id");--> statement-breakpoint
CREATE INDEX "microsoft_tokens_grant_idx" ON "sandbox"."microsoft_tokens" USING btree ("grant_id");--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_provider_check" CHECK ("mail_accounts"."provider" in ('gmail', 'microsoft', 'smtp'));--> statement-breakpoint
ALTER TABLE "sandbox"."faults" ADD CONSTRAINT "faults_service_check" CHECK ("sandbox"."faults"."service" in ('gmail', 'microsoft', 'smtp', 'leads', 'ai', 'system'));--> statement-breakpoint
ALTER TABLE "sandbox"."faults" ADD CONSTRAINT "faults_kind_check" CHECK ("sandbox"."faults"."kind" in ('http429', 'http500', 'timeout', 'reset', 'invalidGrant', 'acceptThenDrop', 'hourlyLimit', 'policyLimit', 'deltaExpired'));--> statement-breakpoint
ALTER TABLE "sandbox"."mails" ADD CONSTRAINT "mails_service_check" CHECK ("sandbox"."mails"."service" in ('gmail', 'microsoft', 'smtp', 'system', 'person'));