/** What the names of a domain say about mail that is sent from it. */

export type Verdict = 'good' | 'warn' | 'bad' | 'unknown'

export interface DnsFinding {
  check: 'mx' | 'spf' | 'dkim' | 'dmarc'
  verdict: Verdict
  /** In plain words. */
  text: string
  /** What to change, where something should be. */
  advice: string | null
  /** The record that was found. */
  record: string | null
}

/** Who sends for the domain, as far as we know: it decides what has to be in its records. */
export type MailService = 'google' | 'other'

export interface DomainNames {
  /** Asks for the records of a domain. Never throws: what cannot be asked is `unknown`. */
  check(domain: string, service: MailService): Promise<DnsFinding[]>
}
