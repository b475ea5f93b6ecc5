/** Loads a URL as a full page if the server responds; otherwise the page stays, and the result is false. */
export async function loadWhole(to: string): Promise<boolean> {
  const response = await fetch(to, { method: 'HEAD' }).catch(() => null)
  if (!response || response.status >= 500) return false
  window.location.assign(to)
  return true
}
