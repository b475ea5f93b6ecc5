import { describe, expect, test } from 'vitest'
import { createSecrets, newToken } from '~/secrets.server'

describe('sealing', () => {
  const secrets = createSecrets('a secret of at least thirty-two characters')

  test('opens under the same key and row only', () => {
    const sealed = secrets.seal('refresh-token', 'row-1')
    expect(sealed).not.toContain('refresh-token')
    expect(secrets.open(sealed, 'row-1')).toBe('refresh-token')
    expect(() => secrets.open(sealed, 'row-2')).toThrow()
    expect(() => createSecrets('another secret of thirty-two characters').open(sealed, 'row-1')).toThrow()
  })

  test('a changed text does not open, and no two are alike', () => {
    const sealed = secrets.seal('refresh-token', 'row-1')
    const broken = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    expect(() => secrets.open(broken, 'row-1')).toThrow()
    expect(secrets.seal('refresh-token', 'row-1')).not.toBe(sealed)
  })

  test('addresses hash alike in any case, and apart for each user', () => {
    expect(secrets.addressHash('u1', 'Ann@Example.com ')).toBe(secrets.addressHash('u1', 'ann@example.com'))
    expect(secrets.addressHash('u2', 'ann@example.com')).not.toBe(
      secrets.addressHash('u1', 'ann@example.com'),
    )
  })

  test('tokens have 256 bits', () => {
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  })
})
