import { sql } from 'drizzle-orm'
import { boolean, check, integer } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { sandbox } from './sandbox'

/** The sandbox's mail time: `baseVirtual`, and while it runs what PostgreSQL's clock has gone on since `baseReal`. */
export const sandboxClock = sandbox.table(
  'clock',
  {
    id: integer('id').primaryKey().default(1),
    baseVirtual: moment('base_virtual').notNull().defaultNow(),
    baseReal: moment('base_real').notNull().defaultNow(),
    /** It stands still while a fast-forward handles what is due. */
    frozen: boolean('frozen').notNull().default(false),
  },
  (t) => [check('clock_single_check', sql`${t.id} = 1`)],
)
