/** What a domain's DNS records say about email sent from it. */

type Verdict = 'good' | 'warn' | 'bad' | 'unknown'

export interface DnsFinding {
  check: 'mx' | 'spf' | 'dkim' | 'dmarc'
  verdict: Verdict
  /** For the user. */
  text: string
  /** What the user should change, if anything. */
  advice: string | null
  /** The record that was found. */
  record: string | null
}

/** Who sends for the domain, as far as we know: this decides what its records must contain. */
export type MailService = 'google' | 'other'

export interface DomainNames {
  /** Looks up the records of a domain. Never throws: a failed lookup is `unknown`. */
  check(domain: string, service: MailService): Promise<DnsFinding[]>
  /**
   * Whether a domain has a server that takes email: an MX record, or without one an address of its own (RFC 5321, section 5.1), and no
   * null MX (RFC 7505). Never throws: null if no name server answered.
   */
  takesEmail(domain: string): Promise<boolean | null>
}
