import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { FAULT_KINDS, FAULT_SERVICES } from '#drizzle/schema/sandbox'
import { sandboxFaults } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'

export type FaultKind = (typeof FAULT_KINDS)[number]
export type FaultService = (typeof FAULT_SERVICES)[number]

/** The faults that are waiting for the next calls; counted down in PostgreSQL, so every process sees them. */
export function createFaults(db: Db) {
  const open = (service: FaultService, kinds: readonly FaultKind[]) =>
    and(
      eq(sandboxFaults.service, service),
      gt(sandboxFaults.remaining, 0),
      inArray(sandboxFaults.kind, [...kinds]),
    )
  return {
    /** Makes the next `times` calls of a service fail so. */
    async add(fault: { service: FaultService; kind: FaultKind; times: number }): Promise<void> {
      const { service, kind, times } = fault
      await db.insert(sandboxFaults).values({ service, kind, remaining: times })
    },

    /** Takes the oldest waiting fault among `kinds` and counts it down; null when none waits. */
    async take(service: FaultService, kinds: readonly FaultKind[]): Promise<FaultKind | null> {
      const next = db
        .select({ id: sandboxFaults.id })
        .from(sandboxFaults)
        .where(open(service, kinds))
        .orderBy(asc(sandboxFaults.id))
        .limit(1)
        .for('update')
      const [taken] = await db
        .update(sandboxFaults)
        .set({ remaining: sql`${sandboxFaults.remaining} - 1` })
        .where(inArray(sandboxFaults.id, next))
        .returning({ kind: sandboxFaults.kind })
      return taken?.kind ?? null
    },

    /** Whether one of `kind` is waiting, without counting it down. */
    async waits(service: FaultService, kind: FaultKind): Promise<boolean> {
      const [row] = await db
        .select({ id: sandboxFaults.id })
        .from(sandboxFaults)
        .where(open(service, [kind]))
        .limit(1)
      return row !== undefined
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
