import { expect, test } from 'vitest'
import { listLines } from '../../app/simulators/imap/status'

const named = (pattern: string) =>
  listLines('LIST', pattern)
    .map((line) => /"\/" "?([^"]*)"?$/.exec(line)![1]!)
    .sort()

test('matches folders by LIST wildcards', () => {
  const all = named('*')
  expect(all).toContain('INBOX')
  expect(named('%')).toEqual(all)
  expect(named('inbox')).toEqual(['INBOX'])
  expect(named('IN*X')).toEqual(['INBOX'])
  expect(named('*N*O*')).toEqual(['INBOX'])
  expect(named('INBOX*X')).toEqual([])
  expect(named('X*')).toEqual([])
  expect(named('IN.OX')).toEqual([])
})

test('matches a pattern of many wildcards in linear time', () => {
  const before = process.cpuUsage()
  expect(named(`${'*I'.repeat(5_000)}*`)).toEqual([])
  expect(named(`${'*%'.repeat(5_000)}~`)).toEqual([])
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})
