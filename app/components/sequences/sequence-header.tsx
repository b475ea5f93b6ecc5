import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/paths'
import {
  NO_STEPS,
  type SequenceStatus,
  type SequenceTab,
  StatusBadge,
  StatusButton,
  useSequenceStatus,
} from './status'

export interface SequenceHeaderProps {
  sequence: { id: string; name: string; status: SequenceStatus }
  stepCount: number
  tab: SequenceTab
}

/** The header of all tabs of a sequence. */
export function SequenceHeader({ sequence, stepCount, tab }: SequenceHeaderProps) {
  const status = useSequenceStatus(sequence)
  return (
    <>
      <PageHeader
        back={{ to: paths.sequences(), label: 'Sequences' }}
        title={sequence.name}
        badges={<StatusBadge status={status} />}
        actions={
          <>
            {stepCount === 0 && status !== 'running' && <p className="text-xs text-muted">{NO_STEPS}.</p>}
            <StatusButton
              sequence={sequence}
              stepCount={stepCount}
              from={tab}
              primary
              labels={{ activate: 'Activate Sequence', pause: 'Pause Sequence' }}
            />
          </>
        }
      />
      <SequenceTabs id={sequence.id} tab={tab} />
    </>
  )
}

/** The tabs of a sequence. */
export const SequenceTabs = ({ id, tab }: { id: string; tab: SequenceTab }) => (
  <Tabs
    label="Sequence"
    tabs={[
      { to: paths.sequence(id), label: 'Detail', current: tab === 'detail' },
      { to: paths.sequencePeople(id), label: 'Contacts', current: tab === 'people' },
      { to: paths.sequenceForecast(id), label: 'Forecast', current: tab === 'forecast' },
      { to: paths.sequenceReport(id), label: 'Report', current: tab === 'report', lazy: true },
      { to: paths.sequenceVersions(id), label: 'Versions', current: tab === 'versions' },
      { to: paths.sequenceSettings(id), label: 'Settings', current: tab === 'settings' },
    ]}
  />
)
