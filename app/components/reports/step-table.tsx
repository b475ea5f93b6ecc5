import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { formatCount, formatRate } from '~/components/ui/numbers'

export interface StepStat {
  stepId: string
  stepName: string
  totalSent: number
  totalOpened: number
  totalReplied: number
  openRate: number
  replyRate: number
}

export interface StepTableProps {
  steps: readonly StepStat[]
  /** When each step comes, in words, by its id. Deleted steps have none. */
  times: Record<string, string>
}

/** Step Performance (specification document 1, section 2). */
export function StepTable({ steps, times }: StepTableProps) {
  return (
    <Table caption="Step Performance">
      <TableHead>
        <Th>Step</Th>
        {['Sent', 'Opened', 'Replied', 'Open Rate', 'Reply Rate'].map((name) => (
          <Th key={name} end>
            {name}
          </Th>
        ))}
      </TableHead>
      <TableBody>
        {steps.map((step) => (
          <Tr key={step.stepId}>
            <Td>
              <span className="font-medium">{step.stepName}</span>
              {times[step.stepId] && <span className="block text-xs text-muted">{times[step.stepId]}</span>}
            </Td>
            <Td end label="Sent">
              {formatCount(step.totalSent)}
            </Td>
            <Td end label="Opened">
              {formatCount(step.totalOpened)}
            </Td>
            <Td end label="Replied">
              {formatCount(step.totalReplied)}
            </Td>
            <Td end label="Open Rate">
              {formatRate(step.openRate)}
            </Td>
            <Td end label="Reply Rate">
              {formatRate(step.replyRate)}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  )
}
