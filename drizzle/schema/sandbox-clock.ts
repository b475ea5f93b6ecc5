import { sql } from 'drizzle-orm'
import { boolean, check, integer } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { sandbox } from './sandbox'

/** The sandbox's mail time: `baseVirtual`, plus the time on PostgreSQL's clock since `baseReal` while it runs. */
export const sandboxClock = sandbox.table(
  'clock',
  {
    id: integer('id').primaryKey().default(1),
    baseVirtual: moment('base_virtual').notNull().defaultNow(),
    baseReal: moment('base_real').notNull().defaultNow(),
    /** Stopped while a fast-forward handles what is due. */
    frozen: boolean('frozen').notNull().default(false),
  },
  (t) => [check('clock_single_check', sql`${t.id} = 1`)],
)
