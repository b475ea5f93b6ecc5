import { gzipSync } from 'node:zlib'

/**
 * Scripts that a page loads initially, gzipped: those in its HTML and their static imports, without later dynamic
 * imports.
 * @param read returns the text at a URL
 * @returns bytes by URL
 */
export async function firstLoad(
  html: string,
  read: (at: string) => Promise<string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const wanted = [
    ...[...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, at]) => at!),
    ...[...html.matchAll(/(?:import|from)\s*"(\/[^"]+\.js)"/g)].map(([, at]) => at!),
  ]
  for (let at = wanted.shift(); at !== undefined; at = wanted.shift()) {
    if (sizes.has(at)) continue
    const text = await read(at)
    sizes.set(at, gzipSync(text).byteLength)
    for (const [, name] of text.matchAll(
      /(?:^|[;}\s])(?:import|export)(?:[^"'`();]*?from)?\s*"(\.[^"]+\.js)"/g,
    ))
      wanted.push(new URL(name!, `http://page${at}`).pathname)
  }
  return sizes
}

export const total = (sizes: Map<string, number>) => [...sizes.values()].reduce((sum, size) => sum + size, 0)
