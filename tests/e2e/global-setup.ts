import { startTestPostgres } from '../support/postgres'

/** One PostgreSQL for all browser tests; its address travels in the environment. */
export default async function setup() {
  const server = await startTestPostgres()
  process.env.E2E_ADMIN_URL = server.adminUrl
  process.env.E2E_TEMPLATE = server.template
  return () => server.stop()
}
