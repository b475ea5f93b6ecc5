ALTER TABLE "security_events" DROP CONSTRAINT "security_events_kind_check";--> statement-breakpoint
ALTER TABLE "sending_control" ADD COLUMN "operator_held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sending_control" ADD COLUMN "operator_reason" text;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" in ('key_created', 'key_revoked', 'key_refused', 'operator_created_account', 'operator_reset_password'));