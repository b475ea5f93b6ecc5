-- The engine read every other status as a draft.
UPDATE "sequences" SET "status" = 'draft' WHERE "status" NOT IN ('draft', 'running', 'paused');--> statement-breakpoint
ALTER TABLE "sequences" DROP CONSTRAINT "sequences_status_check";--> statement-breakpoint
ALTER TABLE "email_sends" ADD CONSTRAINT "email_sends_stage_check" CHECK ("email_sends"."stage" in ('open', 'sent', 'failed', 'uncertain', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_hold_check" CHECK ("sequence_contacts"."hold_reason" in ('not_activated', 'paused', 'paused_by_user', 'no_steps', 'no_mailbox', 'mailbox_not_connected', 'inbox_not_fresh', 'missing_variable', 'missing_template', 'uncertain_send', 'links_unreachable', 'sequence_full', 'replied_elsewhere', 'out_of_office', 'quota', 'retry')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sequence_contacts" ADD CONSTRAINT "sequence_contacts_end_check" CHECK ("sequence_contacts"."end_reason" in ('finished', 'replied', 'loop_limit', 'not_open_limit', 'unsubscribed', 'suppressed', 'hard_bounce', 'complaint', 'domain_suppressed', 'send_failed', 'replied_elsewhere', 'stopped_by_user', 'contact_deleted', 'sequence_deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_status_check" CHECK ("sequences"."status" in ('draft', 'running', 'paused'));
