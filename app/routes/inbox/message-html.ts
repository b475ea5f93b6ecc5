import { page } from '~/http/page.server'
import { cleanMessageHtml, readMessageHtml } from '~/models/inbox/message-html.server'

/** What the frame of an email may do: open its links in new windows. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/**
 * The HTML of one message, sanitized, for a frame: without scripts and forms, and without access to this site. Images of other servers,
 * which tell the sender that the message was opened, are loaded only on request (`?images=1`).
 */
export const loader = page(async ({ db, userId, params, url }) => {
  const withImages = url.searchParams.has('images')
  const clean = cleanMessageHtml(await readMessageHtml(db, userId, params.id!, params.messageId!))
  const html = withImages ? clean : withoutRemote(clean)
  const images = withImages ? 'data: https:' : 'data:'
  return new Response(`<!doctype html><meta charset="utf-8"><base target="_blank">${html}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; frame-ancestors 'self'; sandbox ${SANDBOX}`,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    },
  })
})

/** Without the addresses of images of other servers. The policy blocks those in style sheets. */
const withoutRemote = (html: string) =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\s(src|srcset|background)="(?!data:)[^"]*"/gi, ''))
