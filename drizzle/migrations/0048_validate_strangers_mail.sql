ALTER TABLE "sequence_contacts" VALIDATE CONSTRAINT "sequence_contacts_hold_check";--> statement-breakpoint
ALTER TABLE "sequence_contacts" VALIDATE CONSTRAINT "sequence_contacts_end_check";--> statement-breakpoint
ALTER TABLE "inbound_messages" VALIDATE CONSTRAINT "inbound_messages_kind_check";
