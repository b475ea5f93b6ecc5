-- In a transaction of its own: reading the tables blocks no writes then.
ALTER TABLE "email_sends" VALIDATE CONSTRAINT "email_sends_stage_check";--> statement-breakpoint
ALTER TABLE "sequence_contacts" VALIDATE CONSTRAINT "sequence_contacts_hold_check";--> statement-breakpoint
ALTER TABLE "sequence_contacts" VALIDATE CONSTRAINT "sequence_contacts_end_check";
