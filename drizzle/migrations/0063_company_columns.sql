-- A new column with a constant: takes milliseconds.
ALTER TABLE "users" ADD COLUMN "company_columns" text[] DEFAULT '{}'::text[] NOT NULL;