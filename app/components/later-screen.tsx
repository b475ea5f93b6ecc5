import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state'
import { PageHeader, type PageHeaderProps } from './page-header'

/** A screen whose part of the product is not built yet: its heading, and the plain truth. */
export function LaterScreen({
  text,
  action,
  ...header
}: Pick<PageHeaderProps, 'title' | 'subtitle' | 'back'> & { text: string; action?: ReactNode }) {
  return (
    <>
      <PageHeader {...header} />
      <EmptyState icon={<Hourglass />} title="Not in this version yet" text={text} action={action} />
    </>
  )
}
