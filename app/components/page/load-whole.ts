/** How long the server may take, in milliseconds. Then the user is told, instead of waiting for a response that was lost. */
const LONGEST_MS = 20_000

/** Loads a URL as a full page if the server responds in time; otherwise the page stays, and the result is false. */
export async function loadWhole(to: string): Promise<boolean> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), LONGEST_MS)
  const response = await fetch(to, { method: 'HEAD', signal: ended.signal }).catch(() => null)
  clearTimeout(timer)
  if (!response || response.status >= 500) return false
  window.location.assign(to)
  return true
}
