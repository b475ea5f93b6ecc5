import type { RequestHandler } from 'express'

/** Whether a path and its query can be read: percent-encoded UTF-8 (RFC 3986, section 2.5), and no NUL. */
function isReadable(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2)
  try {
    return !decodeURIComponent(path).includes('\0') && !/%00/.test(query)
  } catch {
    return false
  }
}

/** Answers addresses that nothing can be looked up by, before the router fails on them: 400. */
export const refuseMalformedAddress: RequestHandler = (request, response, next) => {
  if (isReadable(request.url)) return next()
  const message = 'The address is malformed'
  if (/^\/(api|sandbox)\b/.test(request.url))
    return void response.status(400).json({ message, code: 'INVALID' })
  response
    .status(400)
    .type('html')
    .send(
      `<!doctype html><html lang="en"><title>${message} · Coldframe</title><h1>${message}</h1><p>Check the link, or go <a href="/">back to Coldframe</a>.</p></html>`,
    )
}
