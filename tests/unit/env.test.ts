import { expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { REFUSED_PORTS } from '~/refused-ports'

const PUBLIC = {
  APP_URL: 'https://outreach.example.com',
  APP_SECRET: 'a secret that is long enough for the check',
}

test.each([
  ['a loopback APP_URL', {}, '127.0.0.1'],
  ['a public APP_URL', PUBLIC, '0.0.0.0'],
  ['a public APP_URL behind a proxy', { ...PUBLIC, TRUST_PROXY: '1' }, '127.0.0.1'],
  ['HOST, whatever else is set', { ...PUBLIC, TRUST_PROXY: '1', HOST: '10.0.0.5' }, '10.0.0.5'],
])('chooses the listening address from %s', (_, settings, host) => {
  expect(parseEnv(settings).host).toBe(host)
})

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT: must be a number from 0 to 65535'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be a number from 0 to 10'],
  [{ DATABASE_URL: 'mysql://u:p@db/x' }, 'DATABASE_URL: must start with postgres://'],
  [{ DATABASE_URL: 'postgres://u:pa#ss@db:5432/x' }, 'DATABASE_URL: write # as %23'],
  [{ DATABASE_URL: 'postgres://u:pa/ss@db:5432/x' }, 'DATABASE_URL: is not a valid URL'],
  [{ DATABASE_URL: 'postgres://u:100%@db:5432/x' }, 'DATABASE_URL: write % in the password as %25'],
  [{ DATABASE_URL: 'postgres://u:p@db:5432' }, 'DATABASE_URL: names no database'],
  [{ DATABASE_URL: 'postgres:///x' }, 'DATABASE_URL: names no host'],
  [{ DATABSE_URL: 'postgres://u:p@db/x' }, 'DATABSE_URL: is unknown. Did you mean DATABASE_URL?'],
  [{ DATABASEURL: 'postgres://u:p@db/x' }, 'DATABASEURL: is unknown. Did you mean DATABASE_URL?'],
  [{ APP_SERCET: 'x' }, 'APP_SERCET: is unknown. Did you mean APP_SECRET?'],
  [{ app_url: 'x' }, 'app_url: is unknown. Did you mean APP_URL?'],
])('refuses %o', (settings, message) => {
  expect(() => parseEnv(settings as Record<string, string>)).toThrow(message)
})

test.each([
  { DATABASE_URL: 'postgres://u:p%23ss@db:5432/x?sslmode=require' },
  { DATABASE_URL: 'postgresql://u@[::1]/x' },
  { POST: 'a word of its own', DATABSE_URL: '', HOSTNAME: 'web-1' },
])('accepts %o', (settings) => {
  expect(() => parseEnv(settings)).not.toThrow()
})

/** Answers at once, so that no port is reached. */
const nowhere = {
  dispatch(_: unknown, handler: { onError(error: Error): void }) {
    handler.onError(new Error('reached'))
    return true
  },
}
const causeOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}`, { dispatcher: nowhere } as RequestInit).catch(
    (error) => error.cause.message,
  )

test('knows the ports that fetch refuses', async () => {
  for (const port of REFUSED_PORTS) expect([port, await causeOf(port)]).toEqual([port, 'bad port'])
  for (const port of [80, 443, 3000, 8080]) expect([port, await causeOf(port)]).toEqual([port, 'reached'])
})

test.each([
  [
    'PORT of an installation that browsers open directly',
    { PORT: '4190' },
    'PORT: browsers and fetch refuse port 4190',
  ],
  [
    'PORT of a sandbox, which is called on it',
    { PORT: '6000', APP_URL: 'http://localhost:8080' },
    'PORT: browsers and fetch refuse port 6000',
  ],
  [
    'APP_URL',
    { ...PUBLIC, APP_URL: 'https://acme.example:6697' },
    'APP_URL: browsers and fetch refuse this port',
  ],
  [
    'AI_BASE_URL',
    { AI_BASE_URL: 'http://127.0.0.1:5060/v1' },
    'AI_BASE_URL: browsers and fetch refuse this port',
  ],
])('refuses a port that fetch refuses in %s', (_, settings, message) => {
  expect(() => parseEnv(settings)).toThrow(message)
})

test('accepts any port behind a proxy', () => {
  expect(parseEnv({ ...PUBLIC, PORT: '6000' }).port).toBe(6000)
})
