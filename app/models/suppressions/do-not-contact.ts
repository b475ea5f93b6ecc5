import { z } from 'zod'
import { toAsciiDomain } from '~/models/shared/addresses/email-domain'
import { emailAddress } from '~/models/shared/fields'

/** The maximum number of entries in one submission. */
export const MAX_AT_ONCE = 5000
/** The maximum number of invalid entries named in an error. */
const NAMED = 5

/** Distinct addresses and domains in lower case. */
export interface Listed {
  addresses: string[]
  domains: string[]
}

const Address = emailAddress('')
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** Parses pasted addresses and domains (also as @example.com), separated by whitespace, commas or semicolons. */
export function readListed(text: string): Listed & { wrong: string[] } {
  const addresses = new Set<string>()
  const domains = new Set<string>()
  const wrong: string[] = []
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const entry = word.toLowerCase().replace(/^<(.*)>$/, '$1')
    const domain = toAsciiDomain(`any@${entry.replace(/^\*?@/, '')}`).slice('any@'.length)
    const address = Address.safeParse(entry)
    if (!domain.includes('@') && DOMAIN.test(domain)) domains.add(domain)
    else if (address.success) addresses.add(address.data)
    else wrong.push(word.slice(0, 100))
  }
  return { addresses: [...addresses], domains: [...domains], wrong }
}

/** Why somebody is on the list, in the user's own words; blank is nothing. */
const note = z
  .string()
  .trim()
  .max(200, 'Must be at most 200 characters')
  .transform((text) => text || null)
  .nullish()
  .transform((text) => text ?? null)

/** One entry of the list, as a program adds it. */
export const NewStop = z.object({
  value: z
    .string({ error: 'Enter an address or a domain' })
    .trim()
    .min(1, 'Enter an address or a domain')
    .max(320, 'Must be at most 320 characters')
    .transform((text, context): Listed => {
      const { wrong, ...listed } = readListed(text)
      if (wrong.length === 0 && listed.addresses.length + listed.domains.length === 1) return listed
      context.addIssue({ code: 'custom', message: 'Must be one address, or a domain such as example.com' })
      return z.NEVER
    }),
  reason: note,
})
export type NewStop = z.output<typeof NewStop>

const NOTHING = 'Enter at least one address or domain'

/** The form that adds addresses and domains. */
export const ListForm = z.object({
  entries: z
    .string({ error: NOTHING })
    .trim()
    .min(1, NOTHING)
    .max(400_000, 'The text is too long')
    .transform((text, context): Listed => {
      const { wrong, ...listed } = readListed(text)
      const count = listed.addresses.length + listed.domains.length
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (wrong.length > 0) {
        const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : ''
        refuse(`Not an address or a domain: ${wrong.slice(0, NAMED).join(', ')}${more}`)
      } else if (count > MAX_AT_ONCE) refuse(`At most ${MAX_AT_ONCE.toLocaleString('en-US')} at once`)
      return listed
    }),
  reason: note,
})
