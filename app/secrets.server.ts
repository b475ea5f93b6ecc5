import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Sealing at rest: AES-256-GCM under a key derived from APP_SECRET. */
export interface Sealer {
  /** Seals a secret for storage; `rowId` binds it to its row, so a copied ciphertext cannot be opened elsewhere. */
  seal(plain: string, rowId: string): string
  /** Opens a sealed text, also under a previous secret. @throws Error if the key, the row or the text does not match */
  open(sealed: string, rowId: string): string
  /** The prefix of texts sealed under the current secret. */
  mark: string
}

/** The program's secrets and their use. */
export interface Secrets extends Sealer {
  /** A keyed hash of an email address (lower-cased); it never changes for the same user and address. */
  addressHash(userId: string, email: string): string
  /** Keys for signing cookies: the first one signs, all are accepted. */
  cookieKeys: string[]
}

const VERSION = 'v1'

/** One key per secret and purpose (HKDF, RFC 5869). */
const derive = (appSecret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, 'coldframe', purpose, 32))

/** Seals under `appSecret`; also opens texts sealed under one of the `previous` secrets. */
export function createSealer(appSecret: string, previous: readonly string[] = []): Sealer {
  const keys = [appSecret, ...previous].map((secret) => {
    const key = derive(secret, 'seal')
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
  })
  const [current] = keys as [(typeof keys)[number]]
  return {
    mark: `${VERSION}.${current.id}.`,
    seal(plain, rowId) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv)
      cipher.setAAD(Buffer.from(rowId))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, iv.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, rowId) {
      const [version, id, iv, body] = sealed.split('.')
      const found = keys.find((key) => key.id === id)
      if (version !== VERSION || !found || !iv || !body) throw new Error('sealed under another key')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(iv, 'base64url'))
      decipher.setAAD(Buffer.from(rowId))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** `addressKey` outlives every APP_SECRET: "once ever" and suppressions are stored as hashes under it. */
export function createSecrets(
  appSecret: string,
  { previous = [], addressKey }: { previous?: readonly string[]; addressKey: Buffer },
): Secrets {
  return {
    ...createSealer(appSecret, previous),
    cookieKeys: [appSecret, ...previous].map((secret) => derive(secret, 'cookie').toString('base64url')),
    addressHash: (userId, email) =>
      createHmac('sha256', addressKey).update(`${userId}\n${email.trim().toLowerCase()}`).digest('base64url'),
  }
}

const TOKEN_BYTES = 32
/** Unused random bytes: requesting a few from the system costs as much as requesting thousands. */
let unused = Buffer.alloc(0)

/** A token for links and cookies: 256 random bits, safe in a URL. */
export function newToken(): string {
  if (unused.length === 0) unused = randomBytes(TOKEN_BYTES * 128)
  const own = unused.subarray(0, TOKEN_BYTES)
  unused = unused.subarray(TOKEN_BYTES)
  const token = own.toString('base64url')
  own.fill(0)
  return token
}

/** The stored form of a token: a stolen table allows no login. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
