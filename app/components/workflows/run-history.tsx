import { Badge, type Tone } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { History, Undo2 } from '~/components/ui/icons'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { Time } from '~/components/ui/time'
import { paths } from '~/paths'
import type { Moment } from './workflow-card'

export interface RunHistoryProps {
  workflowId: string
  runs: {
    id: string
    status: 'pending' | 'running' | 'completed' | 'failed'
    started: Moment | null
    leadsFound: number
    leadsProcessed: number
    added: number
    credits: number
    /** Why it failed, or what it waits for. */
    words: string | null
    /** Whether its contacts can be removed again, or are being removed. */
    undo: 'possible' | 'asked' | null
  }[]
}

const looks: Record<RunHistoryProps['runs'][number]['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'neutral', label: 'Pending' },
  running: { tone: 'info', label: 'Running' },
  completed: { tone: 'success', label: 'Completed' },
  failed: { tone: 'danger', label: 'Failed' },
}

/** The newest runs of a workflow. */
export function RunHistory({ workflowId, runs }: RunHistoryProps) {
  if (runs.length === 0) {
    return (
      <Card title="Run History">
        <EmptyState
          bare
          icon={<History />}
          title="No runs yet"
          text="Each run appears here with the leads it found and added and the credits it cost."
        />
      </Card>
    )
  }
  return (
    <Card title="Run History" description="The newest 20 runs" flush>
      <Table caption="Runs of this workflow">
        <TableHead>
          <Th>Started</Th>
          <Th>Status</Th>
          <Th end>Found</Th>
          <Th end>Processed</Th>
          <Th end>Added</Th>
          <Th end>Credits</Th>
          <Th end>
            <span className="sr-only">Undo</span>
          </Th>
        </TableHead>
        <TableBody>
          {runs.map((run) => (
            <Tr key={run.id}>
              <Td>
                {run.started && (
                  <Time at={run.started.at} className="font-medium tabular-nums">
                    {run.started.words}
                  </Time>
                )}
                {run.words && <p className="text-xs break-words text-muted">{run.words}</p>}
              </Td>
              <Td label="Status">
                <Badge tone={looks[run.status].tone} dot>
                  {looks[run.status].label}
                </Badge>
              </Td>
              <Count label="Found" value={run.leadsFound} />
              <Count label="Processed" value={run.leadsProcessed} />
              <Count label="Added" value={run.added} />
              <Count label="Credits" value={run.credits} />
              <Td end>
                {run.undo && (
                  <LinkButton
                    size="sm"
                    variant="ghost"
                    to={paths.undoRun(workflowId, run.id)}
                    preventScrollReset
                    icon={<Undo2 aria-hidden="true" />}
                  >
                    {run.undo === 'asked' ? 'Show undo result' : 'Undo run'}
                  </LinkButton>
                )}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <Td end label={label} className="tabular-nums">
    {value.toLocaleString('en-US')}
  </Td>
)
