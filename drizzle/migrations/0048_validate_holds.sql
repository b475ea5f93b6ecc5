ALTER TABLE "sequence_contacts" VALIDATE CONSTRAINT "sequence_contacts_hold_check";
