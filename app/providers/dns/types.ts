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
export type MailService = 'google' | 'microsoft' | 'other'

export interface DomainMail {
  /**
   * Whether the domain has a server that takes email: an MX record, or without one an address of its own (RFC 5321, section 5.1), and no
   * null MX (RFC 7505).
   */
  takesEmail: boolean
  /** Who runs its first server; `other` too for a filter in front of Google or Microsoft, whose name the records do not tell. */
  service: MailService
}

export interface DomainNames {
  /** Looks up the records of a domain. Never throws: a failed lookup is `unknown`. */
  check(domain: string, service: MailService): Promise<DnsFinding[]>
  /** Looks up who takes a domain's email. Never throws: null if no name server answered. */
  mailOf(domain: string): Promise<DomainMail | null>
}
