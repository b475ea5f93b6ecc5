import type { z } from 'zod'
import { PageQuery, words } from '~/models/shared/fields'

export const CompaniesQuery = PageQuery.extend({
  /** A part of the domain or the name. */
  q: words,
})
export type CompaniesQuery = z.output<typeof CompaniesQuery>

/** What companies can be sorted by. */
export const COMPANY_ORDERS = ['domain', 'name', 'contacts', 'emailsSent', 'lastReplyAt', 'stopped'] as const
export type CompanyOrder = (typeof COMPANY_ORDERS)[number]

/** The contacts whose addresses have one domain. */
export interface Company {
  domain: string
  /** The most frequent organization of its contacts; null if none has one. */
  name: string | null
  contacts: number
  /** Emails of sequences to them. */
  emailsSent: number
  /** When one of them last replied. */
  lastReplyAt: Date | null
  /** How many of them get no emails. */
  stopped: number
}
