import postgres from 'postgres'

/**
 * Checks every foreign key of a database: a restore skips the checks that PostgreSQL does while rows are written.
 * @returns how many keys there are, and those that rows violate
 */
export async function checkForeignKeys(
  url: string,
): Promise<{ checked: number; broken: { name: string; rows: number }[] }> {
  const sql = postgres(url, { max: 1, onnotice() {}, connection: { statement_timeout: 0 } })
  try {
    const keys = await sql<{ name: string; from: string; to: string; own: string[]; other: string[] }[]>`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        array(select quote_ident(a.attname) from unnest(k.conkey) with ordinality c(n, i)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.n order by c.i) as own,
        array(select quote_ident(a.attname) from unnest(k.confkey) with ordinality c(n, i)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.n order by c.i) as other
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname in ('public', 'sandbox') order by 1`
    const broken = []
    for (const { name, from, to, own, other } of keys) {
      const isSet = own.map((column) => `a.${column} is not null`).join(' and ')
      const matches = own.map((column, i) => `b.${other[i]} = a.${column}`).join(' and ')
      const [row] = await sql.unsafe<{ n: number }[]>(
        `select count(*)::int as n from ${from} a where ${isSet} and not exists (select 1 from ${to} b where ${matches})`,
      )
      if (row!.n > 0) broken.push({ name, rows: row!.n })
    }
    return { checked: keys.length, broken }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
