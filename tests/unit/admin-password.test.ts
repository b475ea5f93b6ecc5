import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from '~/operator/admin-password.server'

/** A terminal whose user presses these keys, and what it shows. */
function terminal() {
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })
  const screen = new PassThrough()
  return {
    keys,
    read: readPassword(keys as unknown as NodeJS.ReadStream, screen),
    shown: () => String(screen.read()),
  }
}

test('asks twice and shows no character of the password', async () => {
  const { keys, read, shown } = terminal()
  keys.write('correct horse\r')
  await new Promise(setImmediate)
  keys.write('correct horse\r')
  expect(await read).toBe('correct horse')
  expect(shown()).toBe('Password: \nRepeat password: \n')
})

test('refuses two different passwords', async () => {
  const { keys, read } = terminal()
  keys.write('correct horse\r')
  await new Promise(setImmediate)
  keys.write('correct house\r')
  await expect(read).rejects.toThrow('the passwords do not match')
})

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('is cancelled by %s, at each prompt', async (_name, key) => {
  const cancelled = expect.objectContaining({ message: 'cancelled', exitCode: 130 })
  const first = terminal()
  first.keys.write(key)
  await expect(first.read).rejects.toEqual(cancelled)
  const second = terminal()
  second.keys.write('correct horse\r')
  await new Promise(setImmediate)
  second.keys.write(key)
  await expect(second.read).rejects.toEqual(cancelled)
})
