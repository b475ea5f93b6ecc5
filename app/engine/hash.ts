/** FNV-1a over UTF-16 code units, as an unsigned 32-bit number. For even distribution only, not for security. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The final mix spreads ids that differ only in their last characters.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** An integer from 0 to below `below`. Deterministic by seed, so that retries agree. */
export function jitter(seed: string, below: number): number {
  return below <= 0 ? 0 : Math.floor((fnv1a(seed) / 0x1_0000_0000) * below)
}
