import type { Download } from '~/models/inbox/answer/files.server'

/**
 * The response with a file that somebody else wrote: saved, never shown, and if a browser shows it nevertheless, without scripts and
 * without access to this site.
 */
export function download({ name, type, content }: Download): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': isHarmless(type) ? type : 'application/octet-stream',
      'Content-Length': String(content.length),
      'Content-Disposition': disposition(name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Types that a browser would run as a part of this site are not named. */
const isHarmless = (type: string) => /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/html|xml|script|svg/i.test(type)

/** RFC 6266 with the encoding of RFC 8187 for names beyond ASCII. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.replace(/[\ud800-\udfff]/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
