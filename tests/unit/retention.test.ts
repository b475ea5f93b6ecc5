import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { RETENTION_KINDS, RETENTION_NAMES } from '~/models/retention/kinds'
import { cutoffsAt } from '~/models/retention/remove.server'

const SETTINGS = readFileSync('docs/settings.md', 'utf8')

test.each(RETENTION_NAMES)('the settings page tells what is kept: %s', (name) => {
  const { variable, days, removed, kept } = RETENTION_KINDS[name]
  expect(SETTINGS).toContain(
    `| \`${variable}\` | how many days until it is removed: ${removed}; 0 keeps it for ever. Kept longer: ${kept} | ${days} |`,
  )
  expect(parseEnv({}).keepDays[name]).toBe(days)
  expect(parseEnv({ [variable]: '0' }).keepDays[name]).toBe(0)
  for (const wrong of ['-1', '1.5', 'forever', '36501'])
    expect(() => parseEnv({ [variable]: wrong })).toThrow(`${variable}: must be a number from 0 to 36500`)
})

test('keeps for ever what is set to 0', () => {
  const now = new Date('2026-03-03T08:00:00Z')
  expect(cutoffsAt(now, { sent: 0, history: 1, received: 0 })).toEqual({
    history: new Date('2026-03-02T08:00:00Z'),
  })
})
