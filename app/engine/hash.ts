/** FNV-1a over UTF-16 code units, 32 bits unsigned. Not for secrets: only to spread things evenly. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // Ids that differ in their last characters alone need a final mix, or they fall close together.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A whole number from 0 up to, not including, `below`; the same for the same seed, so retries agree. */
export function jitter(seed: string, below: number): number {
  return below <= 0 ? 0 : Math.floor((fnv1a(seed) / 0x1_0000_0000) * below)
}
