-- The search of contacts without accents, and through company and own texts. Building the index blocks writes to contacts: about 30 s for a
-- million. Until its end, processes of the version before search without an index.
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE OR REPLACE FUNCTION searched_text(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, given));
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_pattern(wanted text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN '%' || regexp_replace(public.searched_text(btrim(wanted)), '([\\%_])', '\\\1', 'g') || '%';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION searched_contact(email text, name text, first_name text, last_name text, organization_name text, custom jsonb)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.searched_text(concat_ws(' ', email, name, first_name, last_name, organization_name,
    CASE WHEN custom <> '{}' THEN (SELECT string_agg(v.value #>> '{}', ' ') FROM jsonb_each(custom) v WHERE jsonb_typeof(v.value) = 'string') END));
END $$;--> statement-breakpoint
DROP INDEX "contacts_search_idx";--> statement-breakpoint
CREATE INDEX "contacts_search_idx" ON "contacts" USING gin (searched_contact(email, name, first_name, last_name, organization_name, custom) gin_trgm_ops);
