import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '~/app'
import type { LeadCriteria } from '~/models/leads/criteria'
import { saveLeadKey } from '~/models/leads/key.server'
import { createFaults, type Faults } from '~/simulators/faults'
import { createLeadSimulator } from '~/simulators/leads'
import { accountOf, creditsSpent } from '~/simulators/leads/accounts'
import { findPeople } from '~/simulators/leads/filter'
import type { SimulatedPerson } from '~/simulators/leads/world'
import { createTestApp } from './app'
import { createTestDatabase, type TestDatabase } from './db'
import { createTestUser } from './people'

/** The program with the simulated lead database behind a real socket, and no worker. */
export interface LeadWorld {
  database: TestDatabase
  app: App
  faults: Faults
  /** A user with a key of their own. */
  makeUser(key?: string): Promise<{ userId: string; key: string }>
  /** Credits that a key has spent. */
  spent(key: string): Promise<number>
  close(): Promise<void>
}

export async function openLeadWorld(): Promise<LeadWorld> {
  const database = await createTestDatabase()
  const faults = createFaults(database.db)
  const simulator = createLeadSimulator({ db: database.db, faults })
  const server = createServer((req, res) => void simulator.handler(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const app = await createTestApp(database, { settings: { APOLLO_BASE_URL: `http://127.0.0.1:${port}` } })
  return {
    database,
    app,
    faults,
    async makeUser(key = `sandbox-${crypto.randomUUID()}`) {
      const userId = await createTestUser(database.db)
      await saveLeadKey(database.db, userId, key, app.secrets)
      return { userId, key }
    },
    spent: (key) => creditsSpent(database.db, accountOf(key)!),
    async close() {
      server.closeAllConnections()
      server.close()
      await app.close()
      await database.drop()
    },
  }
}

const ANYBODY: LeadCriteria = {
  jobTitles: [],
  locations: [],
  locationType: 'contact',
  industries: [],
  industryNames: [],
  employeeCounts: [],
}

/** Filters with more than a hundred matches: two pages of an import. */
export const SOME: LeadCriteria = {
  ...ANYBODY,
  jobTitles: ['owner', 'founder'],
  locations: ['united states'],
}
export const peopleOf = ({ jobTitles, locations }: LeadCriteria): SimulatedPerson[] =>
  findPeople({ person_titles: jobTitles, person_locations: locations })

/** Whether revealing this lead returns an address. */
export const hasAddress = ({ email, locked, gone }: SimulatedPerson) => email !== null && !locked && !gone
/** Whether an import reveals this lead, and pays. */
export const isCharged = ({ email, gone }: SimulatedPerson) => email !== null && !gone
