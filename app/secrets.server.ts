import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What is derived from APP_SECRET: sealing at rest, keyed hashes, cookie signatures. */
export interface Secrets {
  /** Seals a secret for storage; `rowId` binds it to its row, so a copied ciphertext opens nowhere else. */
  seal(plain: string, rowId: string): string
  /** Opens what `seal` made. @throws Error when the key, the row or the text is another. */
  open(sealed: string, rowId: string): string
  /** A keyed hash of an e-mail address (lower-cased), the same for one user's address for ever. */
  addressHash(userId: string, email: string): string
  /** Key for signing cookies. */
  cookieKey: string
}

const VERSION = 'v1'

/** AES-256-GCM under keys derived from `appSecret` (HKDF, RFC 5869), one key per purpose. */
export function createSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'coldframe', purpose, 32))
  const sealing = derive('seal')
  const hashing = derive('address')
  const keyId = createHash('sha256').update(sealing).digest('hex').slice(0, 8)
  return {
    cookieKey: derive('cookie').toString('base64url'),
    seal(plain, rowId) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv)
      cipher.setAAD(Buffer.from(rowId))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, keyId, iv.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, rowId) {
      const [version, key, iv, body] = sealed.split('.')
      if (version !== VERSION || key !== keyId || !iv || !body) throw new Error('sealed under another key')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, Buffer.from(iv, 'base64url'))
      decipher.setAAD(Buffer.from(rowId))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
    addressHash: (userId, email) =>
      createHmac('sha256', hashing).update(`${userId}\n${email.trim().toLowerCase()}`).digest('base64url'),
  }
}

/** A token for links and cookies: 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** How a token is stored: a stolen table gives no login. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
