import { detectExtension } from 'nodemailer/lib/mime-funcs'

const MAX_NAME = 150
/** The longest extension that shortening a name preserves. */
const MAX_EXTENSION = 12

/** Control characters, unpaired surrogates, line separators, and marks of direction: they can make "exe.pdf" of "fdp.exe". */
const UNSAFE = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** A file name that is safe to show and to save under: no path, no control characters, at most 150 characters. Never empty. */
export function safeFileName(name: string, type: string): string {
  const clean = name
    .slice(0, 4_000)
    .replace(UNSAFE, '')
    .replace(/[/\\]+/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean === '') return type === 'message/rfc822' ? 'message.eml' : `attachment.${detectExtension(type)}`
  const characters = [...clean]
  if (characters.length <= MAX_NAME) return clean
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot <= MAX_EXTENSION ? characters.slice(dot) : []
  return [...characters.slice(0, MAX_NAME - extension.length), ...extension].join('')
}

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,80}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,80}$/

/** A content type that is safe in a header; malformed ones become the most general one. */
export const safeType = (type: string): string => (TYPE.test(type) ? type : 'application/octet-stream')
