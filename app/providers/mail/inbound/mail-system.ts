import { headerOf, type MimePart } from '~/providers/mail/message/mime-parts'
import type { Readable } from '~/providers/mail/message/readable'

/** Sender names that mail systems report under, and hardly anything else uses. */
const DAEMON =
  /^(mail(er|ler)?[-_.]?daemon|mdaemon|daemon|(mail)?delivery[-_.]?(subsystem|system|status)|double-?bounce|microsoftexchange[0-9a-f]{16,64})([+=.-]|$)/
/** Sender names of people and programs that administer mail: their messages may be something else. */
const POSTMASTER = /^(post[-_.]?master|bounces?|mail-?admin|(mail)?administrator|system)([+=.-]|$)/
const POSTMASTER_NAME =
  /^((internet )?(e-?mail|mail|message) (delivery|transport|transfer) (sub-?system|system|service|agent)|delivery subsystem|mailer[- ]daemon|mail (router|system)|(mail|system|e-?mail|network) administrator)/i

/** No-reply addresses. */
const AUTOMATIC =
  /^(mail(er)?-?daemon|no[-_.]?(reply|response|responder|answer)|do[-_.]?not[-_.]?(reply|respond)|bounces?|auto[-_.]?(reply|respond(er)?|response|mailer|confirm)|daemon|notifications?|ne[-_.]?pas[-_.]?repondre|nicht[-_.]?antworten|listserv|majordomo|mailman)([+=.-].*)?$/i

/** A program that only reports on mail. */
export const isDaemon = ({ from }: Readable): boolean => DAEMON.test(localPart(from))

/** A person or program that administers mail. */
export const isPostmaster = ({ from, fromName }: Readable): boolean =>
  POSTMASTER.test(localPart(from)) || POSTMASTER_NAME.test(fromName)

/** The address that every domain has for the administrators of its mail (RFC 2142). */
export const isPostmasterAddress = ({ from }: Pick<Readable, 'from'>): boolean =>
  localPart(from) === 'postmaster'

/** Ordinary messages can contain the words of a bounce, so the origin counts. */
export function isFromMailSystem(message: MimePart, readable: Readable): boolean {
  return (
    isDaemon(readable) ||
    isPostmaster(readable) ||
    hasAutomaticSender(readable) ||
    hasNullSender(message) ||
    saysAutomatic(message) ||
    isListServer(message)
  )
}

/** Sent from an address such as no-reply@. A postmaster may be a person: see `isPostmaster`. */
export const hasAutomaticSender = ({ from }: Pick<Readable, 'from'>): boolean =>
  AUTOMATIC.test(localPart(from))

/** The envelope of reports and automatic responses: there is no one to reply to (RFC 5321, 4.5.5). */
export function hasNullSender(message: MimePart): boolean {
  return /^<(mailer-daemon(@[^<>]*)?)?>$/i.test(headerOf(message, 'return-path').replace(/\s/g, ''))
}

/** A list server that speaks for itself: FML refuses messages under the name of the list's administrator. */
export const isListServer = (message: MimePart): boolean =>
  message.headers.has('x-mlserver') && /-admin@/i.test(headerOf(message, 'from'))

/** RFC 3834, 5: anything but "no". */
export function saysAutomatic(message: MimePart): boolean {
  const submitted = headerOf(message, 'auto-submitted').toLowerCase()
  return submitted !== '' && !/^no\b/.test(submitted)
}

const localPart = (address: string): string => address.split('@', 1)[0]!
