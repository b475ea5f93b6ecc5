/** Loads an address as a whole page, once the server answers there; false, and the page stays, while it does not. */
export async function loadWhole(to: string): Promise<boolean> {
  const answer = await fetch(to, { method: 'HEAD' }).catch(() => null)
  if (!answer || answer.status >= 500) return false
  window.location.assign(to)
  return true
}
