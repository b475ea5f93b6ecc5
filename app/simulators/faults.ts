import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { FAULT_KINDS, FAULT_SERVICES } from '#drizzle/schema/sandbox'
import { sandboxFaults } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'

export type FaultKind = (typeof FAULT_KINDS)[number]
export type FaultService = (typeof FAULT_SERVICES)[number]

/** Faults that only an email meets, not a call that reads. */
export const OF_SENDING: ReadonlySet<FaultKind> = new Set(['acceptThenDrop', 'hourlyLimit', 'policyLimit'])

/** Faults for the next calls, counted down in PostgreSQL so that all processes share them. */
export function createFaults(db: Db) {
  const open = (service: FaultService) =>
    and(eq(sandboxFaults.service, service), gt(sandboxFaults.remaining, 0))
  return {
    /** Makes the next `times` calls of a service fail with this kind. */
    async add(fault: { service: FaultService; kind: FaultKind; times: number }): Promise<void> {
      const { service, kind, times } = fault
      await db.insert(sandboxFaults).values({ service, kind, remaining: times })
    },

    /** The pending kinds of a service, oldest first. */
    async waiting(service: FaultService): Promise<FaultKind[]> {
      const rows = await db
        .select({ kind: sandboxFaults.kind })
        .from(sandboxFaults)
        .where(open(service))
        .orderBy(asc(sandboxFaults.id))
      return rows.map(({ kind }) => kind)
    },

    /** Takes the oldest pending fault of a kind and counts it down; false if another call took it. */
    async take(service: FaultService, kind: FaultKind): Promise<boolean> {
      const oldest = db
        .select({ id: sandboxFaults.id })
        .from(sandboxFaults)
        .where(and(open(service), eq(sandboxFaults.kind, kind)))
        .orderBy(asc(sandboxFaults.id))
        .limit(1)
        .for('update')
      const taken = await db
        .update(sandboxFaults)
        .set({ remaining: sql`${sandboxFaults.remaining} - 1` })
        .where(inArray(sandboxFaults.id, oldest))
        .returning({ id: sandboxFaults.id })
      return taken.length > 0
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
