import { expect, test } from 'vitest'
import { parseEnv } from '~/env.server'

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
