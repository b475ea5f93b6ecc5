/** The client of a pixel hit. */
export interface PixelClient {
  method: string
  userAgent: string
  address: string
  /** The sender viewed the email within Coldframe. */
  ownPreview: boolean
}

export interface Hit extends PixelClient {
  token: string
}

/**
 * A batch of hits. Many hits share a client or a token, so a hit is stored as two indexes: thousands of hits per second then cause
 * little garbage collection.
 */
export interface HitBatch {
  tokens: readonly string[]
  callers: readonly PixelClient[]
  /** For each hit, in order of arrival, the indexes of its token and of its client. */
  tokenOf: readonly number[]
  callerOf: readonly number[]
  add(hit: Hit): void
}

/** Creates an empty batch. */
export function createHitBatch(): HitBatch {
  const tokens = createNumbering<string>()
  const callers = createNumbering<PixelClient>()
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

/** Splits a batch into batches of one hit each. */
export function splitBatch({ tokens, callers, tokenOf, callerOf }: HitBatch): HitBatch[] {
  return tokenOf.map((token, hit) => {
    const batch = createHitBatch()
    batch.add({ token: tokens[token]!, ...callers[callerOf[hit]!]! })
    return batch
  })
}

/** Deduplicates values and numbers them. */
function createNumbering<T>() {
  const places = new Map<string, number>()
  const values: T[] = []
  return {
    values,
    /** The index of the value with this key. Creates the value if the key is new. */
    of(key: string, make: () => T): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, values.length)
      return values.push(make()) - 1
    },
  }
}
