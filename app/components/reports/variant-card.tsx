import { Form, Link } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { formatCount, formatRate } from '~/components/ui/numbers'
import { type Proportion, wilson } from '~/models/reports/proportions'
import type { StepVariants } from '~/models/reports/variant-report.server'
import { paths } from '~/paths'

const MEASURES = [
  { label: 'Opened', name: 'opened' },
  { label: 'Replied', name: 'replied' },
  { label: 'Positive', name: 'positive' },
  { label: 'Bounced', name: 'bounced' },
] as const

/** The outcomes of a step's variants, which one is ahead, and a button that uses one for everyone. */
export function VariantCard({ sequenceId, step }: { sequenceId: string; step: StepVariants }) {
  const { stepId, stepName, live, verdict, variants } = step
  const active = variants.filter((variant) => variant.active)
  return (
    <Card
      title={`Variants of ${stepName}`}
      description={verdict}
      flush
      footer={
        <p className="text-xs text-muted">
          Rates are percent of sent; the range below is the 95% confidence interval.
        </p>
      }
    >
      <Table caption={`Variants of ${stepName}`}>
        <TableHead>
          <Th>Variant</Th>
          <Th end>Sent</Th>
          {MEASURES.map(({ label }) => (
            <Th key={label} end>
              {label}
            </Th>
          ))}
          {live && (
            <Th end>
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </TableHead>
        <TableBody>
          {variants.map((variant) => (
            <Tr key={variant.templateId}>
              <Td>
                <span className="flex items-baseline gap-2">
                  <span className="shrink-0 font-semibold">{variant.letter}</span>
                  <Link
                    to={paths.templatePreview(variant.templateId)}
                    className="min-w-0 rounded-sm break-words hover:underline"
                  >
                    {variant.templateName}
                  </Link>
                  {!variant.active && <Badge>Inactive</Badge>}
                </span>
              </Td>
              <Td end label="Sent" className="tabular-nums">
                {formatCount(variant.sent)}
              </Td>
              {MEASURES.map(({ label, name }) => (
                <Td key={name} end label={label} className="tabular-nums">
                  <Rate part={variant[name]} whole={variant.sent} />
                </Td>
              ))}
              {live && (
                <Td end>
                  {(!variant.active || active.length > 1) && (
                    <Form
                      method="post"
                      action={paths.chooseVariants(sequenceId, stepId, [variant.templateId])}
                      preventScrollReset
                    >
                      <Button
                        size="sm"
                        className="leading-4 @2xl:whitespace-normal @min-[49rem]:whitespace-nowrap"
                      >
                        Use {variant.letter} for everyone
                      </Button>
                    </Form>
                  )}
                </Td>
              )}
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

/** A count, its rate and the rate's interval. */
function Rate(of: Proportion) {
  if (of.whole === 0) return <span className="text-muted">0</span>
  const { low, high } = wilson(of)
  return (
    <>
      <span className="whitespace-nowrap">
        {formatCount(of.part)} <span className="text-muted">·</span> {formatRate((of.part / of.whole) * 100)}
      </span>
      <span className="block text-xs whitespace-nowrap text-muted">
        {(low * 100).toFixed(1)}–{formatRate(high * 100)}
      </span>
    </>
  )
}
