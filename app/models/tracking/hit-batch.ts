/** What a hit on the pixel says of who asked. */
export interface Caller {
  method: string
  userAgent: string
  address: string
  /** Shown to the sender in the product itself. */
  ownPreview: boolean
}

export interface Hit extends Caller {
  token: string
}

/**
 * Hits that came in together. The programs and proxies that load pictures are few, and a mail that is opened is opened more
 * than once: a hit is two numbers here, so that thousands of them a second leave the garbage collector little to carry.
 */
export interface HitBatch {
  tokens: readonly string[]
  callers: readonly Caller[]
  /** For each hit, in the order they came in, the places of its token and of its caller. */
  tokenOf: readonly number[]
  callerOf: readonly number[]
  add(hit: Hit): void
}

/** A batch without hits. */
export function createHitBatch(): HitBatch {
  const tokens = createNumbering<string>()
  const callers = createNumbering<Caller>()
  const tokenOf: number[] = []
  const callerOf: number[] = []
  return {
    tokens: tokens.values,
    callers: callers.values,
    tokenOf,
    callerOf,
    add({ token, method, userAgent, address, ownPreview }) {
      tokenOf.push(tokens.of(token, () => token))
      const key = `${method} ${ownPreview} ${address} ${userAgent}`
      callerOf.push(callers.of(key, () => ({ method, userAgent, address, ownPreview })))
    },
  }
}

/** The hits of a batch, each in one of its own. */
export function apart({ tokens, callers, tokenOf, callerOf }: HitBatch): HitBatch[] {
  return tokenOf.map((token, hit) => {
    const batch = createHitBatch()
    batch.add({ token: tokens[token]!, ...callers[callerOf[hit]!]! })
    return batch
  })
}

/** Values that many share, each once. */
function createNumbering<T>() {
  const places = new Map<string, number>()
  const values: T[] = []
  return {
    values,
    /** The place of the value with this key, which is made when it is new. */
    of(key: string, make: () => T): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, values.length)
      return values.push(make()) - 1
    },
  }
}
