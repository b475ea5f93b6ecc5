ALTER TABLE "api_keys" ADD COLUMN "may_send" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "may_delete" boolean DEFAULT true NOT NULL;