import { z } from 'zod'
import { PageQuery, words } from '~/models/shared/fields'
import type { Column } from '../views/columns'

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

/** The columns beside the company itself, in their usual order. */
export const COMPANY_COLUMNS: (Column & { value: CompanyOrder })[] = [
  { value: 'contacts', label: 'Contacts' },
  { value: 'emailsSent', label: 'Emails sent' },
  { value: 'lastReplyAt', label: 'Last reply' },
  { value: 'stopped', label: 'Stopped' },
]

/** The values of some of them, each once. */
export const CompanyColumns = z
  .array(z.enum(COMPANY_COLUMNS.map(({ value }) => value)))
  .default([])
  .transform((columns) => [...new Set(columns)])
