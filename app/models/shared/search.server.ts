import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whether a text contains `wanted`, ignoring case and accents. Not for many rows: no index helps. */
export const containsText = (text: SQLWrapper, wanted: string): SQL =>
  sql`searched_text(${text}) like search_pattern(${wanted})`
