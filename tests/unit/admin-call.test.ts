import { expect, test } from 'vitest'
import { parseAdmin } from '~/operator/admin.server'

test.each([
  [['user', 'destroy'], 'unknown command "user destroy": see npm run admin -- --help'],
  [['user', 'create'], 'usage: npm run admin -- user create EMAIL'],
  [['backup', 'verify', 'a', 'b'], 'usage: npm run admin -- backup verify FILE'],
  [['queue', '--jsn'], "Unknown option '--jsn': see npm run admin -- queue --help"],
  [['mailbox', 'list', '--user'], "Option '--user <value>' argument missing"],
  [['user', 'create', 'a@b.example', '--name', 'A', '--password', 'p'], "Unknown option '--password'"],
])('refuses %j as a wrong call', (args, message) => {
  expect(() => parseAdmin(args)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), exitCode: 2 }),
  )
})

test.each([
  [[]],
  [['--help']],
  [['user', '--help']],
  [['user', 'create', '-h']],
  [['recount', '--check', '--help']],
])('answers %j with help', (args) => {
  expect(parseAdmin(args)).toEqual({ help: expect.stringContaining('npm run admin -- ') })
})
