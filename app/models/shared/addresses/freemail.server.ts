import providers from 'email-providers/all.json'

/** Providers that the list lacks. */
const MORE = [
  ...[
    'fastmail.com',
    'gmx.ch',
    'posteo.de',
    'tutanota.com',
    'tuta.io',
    'tuta.com',
    'zohomail.com',
    'azet.sk',
  ],
  ...['ziggo.nl', 'telefonica.net', 'duck.com', 'mailfence.com', 'startmail.com'],
]

const domains = new Set([...providers, ...MORE])
/** The domains of free-mail providers. */
export const FREEMAIL_DOMAINS: readonly string[] = [...domains]

/** Whether the addresses of a domain belong to people of many companies. @param domain in lower case */
export const isFreemail = (domain: string): boolean => domains.has(domain)
