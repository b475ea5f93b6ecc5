import type pino from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog } from '~/outage.server'
import { until } from '../support/until'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })
/** As drizzle wraps an error. */
const ofQuery = (code: string) =>
  Object.assign(new Error('Failed', { cause: withCode(code) }), { query: 'select 1' })

function start() {
  const lines: string[] = []
  const write = (_: unknown, line: string) => void lines.push(line)
  let isBack = false
  let pings = 0
  const ping = async () => {
    pings++
    if (!isBack) throw withCode('ECONNREFUSED')
  }
  const outage = createOutageLog({ error: write, info: write } as unknown as pino.Logger, ping, 1)
  return { outage, lines, comeBack: () => (isBack = true), pings: () => pings }
}

test('many errors of a lost database are one line, and its return is another', async () => {
  const { outage, lines, comeBack, pings } = start()
  for (let n = 0; n < 20; n++) expect(outage.takes(ofQuery('ECONNREFUSED'))).toBe(true)
  await until(() => expect(pings()).toBeGreaterThan(3))
  expect(lines).toEqual([
    'PostgreSQL cannot be used: nothing listens at its address: check DATABASE_URL, and whether PostgreSQL runs',
  ])
  comeBack()
  await until(() => expect(lines).toHaveLength(2))
  expect(lines.slice(1)).toEqual(['PostgreSQL is back'])
  // A second outage is told like the first one.
  outage.takes(withCode('53100'))
  expect(lines[2]).toBe('PostgreSQL cannot be used: its disk is full: free or add disk space')
  outage.close()
})

test('other errors, also of mail servers that cannot be reached, are left to their own lines', () => {
  const { outage, lines } = start()
  for (const error of [new Error('a bug'), withCode('23505'), withCode('ECONNREFUSED'), null])
    expect(outage.takes(error)).toBe(false)
  expect(lines).toEqual([])
})
