import { describe, expect, test } from 'vitest'
import { createSecrets, newToken } from '~/secrets.server'

describe('sealing', () => {
  const addressKey = Buffer.alloc(32, 7)
  const OLD = 'a secret of at least thirty-two characters'
  const NEW = 'another secret of thirty-two characters'
  const secrets = createSecrets(OLD, { addressKey })

  test('opens only with the same key and row', () => {
    const sealed = secrets.seal('refresh-token', 'row-1')
    expect(sealed).not.toContain('refresh-token')
    expect(secrets.open(sealed, 'row-1')).toBe('refresh-token')
    expect(() => secrets.open(sealed, 'row-2')).toThrow()
    expect(() => createSecrets(NEW, { addressKey }).open(sealed, 'row-1')).toThrow()
  })

  test('opens with the previous secret but seals with the new one', () => {
    const old = secrets.seal('refresh-token', 'row-1')
    const changed = createSecrets(NEW, { previous: [OLD], addressKey })
    expect(changed.open(old, 'row-1')).toBe('refresh-token')
    expect(() => changed.open(old, 'row-2')).toThrow()
    const anew = changed.seal('refresh-token', 'row-1')
    expect(anew.startsWith(changed.mark)).toBe(true)
    expect(createSecrets(NEW, { addressKey }).open(anew, 'row-1')).toBe('refresh-token')
    expect(() => secrets.open(anew, 'row-1')).toThrow()
    expect(changed.cookieKeys).toEqual([
      ...createSecrets(NEW, { addressKey }).cookieKeys,
      ...secrets.cookieKeys,
    ])
    expect(changed.addressHash('u1', 'ann@example.com')).toBe(secrets.addressHash('u1', 'ann@example.com'))
  })

  test('rejects a changed ciphertext, and never repeats one', () => {
    const sealed = secrets.seal('refresh-token', 'row-1')
    const broken = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    expect(() => secrets.open(broken, 'row-1')).toThrow()
    expect(secrets.seal('refresh-token', 'row-1')).not.toBe(sealed)
  })

  test('hashes addresses per user, ignoring case', () => {
    expect(secrets.addressHash('u1', 'Ann@Example.com ')).toBe(secrets.addressHash('u1', 'ann@example.com'))
    expect(secrets.addressHash('u2', 'ann@example.com')).not.toBe(
      secrets.addressHash('u1', 'ann@example.com'),
    )
  })

  test('tokens have 256 bits', () => {
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  })
})
