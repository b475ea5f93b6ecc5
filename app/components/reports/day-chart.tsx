import clsx from 'clsx'
import { type PointerEvent, useState } from 'react'
import { Disclosure } from '~/components/ui/disclosure'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { formatCount } from '~/components/ui/numbers'
import { HEIGHT, labelledDays, pathOf, placeOf, ticksOf, WIDTH } from './day-scale'

export interface DayPoint {
  day: string
  /** The formatted day. */
  label: string
  sent: number
  opened: number
  replied: number
  bounced: number
  unsubscribed: number
}

/** In drawing order: later lines are on top. */
const lines = [
  { label: 'Sent', key: 'sent', mark: 'bg-accent', stroke: 'stroke-accent' },
  { label: 'Opened', key: 'opened', mark: 'bg-info', stroke: 'stroke-info' },
  { label: 'Replied', key: 'replied', mark: 'bg-warning', stroke: 'stroke-warning' },
  { label: 'Bounced', key: 'bounced', mark: 'bg-danger', stroke: 'stroke-danger' },
  { label: 'Unsubscribed', key: 'unsubscribed', mark: 'bg-subtle', stroke: 'stroke-subtle' },
] as const

const most = (day: DayPoint) => Math.max(...lines.map(({ key }) => day[key]))

/** Above this number of days, no dot is drawn for each. */
const DOTS = 45

/** The emails sent and their outcomes per day as lines, and the same numbers as a table in a disclosure. */
export function DayChart({ days }: { days: readonly DayPoint[] }) {
  const [pointed, setPointed] = useState<number | null>(null)
  const day = pointed === null ? null : days[pointed]
  const ticks = ticksOf(Math.max(0, ...days.map(most)))
  return (
    <div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {lines.map(({ label, mark }) => (
          <li key={label} className="flex items-center gap-1.5">
            <span className={clsx('size-2.5 rounded-sm', mark)} aria-hidden="true" />
            {label}
          </li>
        ))}
        <li className="ml-auto min-h-4 tabular-nums max-sm:ml-0 max-sm:w-full" aria-hidden="true">
          {day && say(day)}
        </li>
      </ul>
      <div className="mt-3 pb-6 pl-10">
        <Plot days={days} ticks={ticks} pointed={pointed} onPoint={setPointed} />
      </div>
      <Disclosure summary="Show the numbers">
        <DayTable days={days} />
      </Disclosure>
    </div>
  )
}

const say = (day: DayPoint) =>
  `${day.label}: ${lines.map(({ label, key }) => `${formatCount(day[key])} ${label.toLowerCase()}`).join(', ')}`

interface PlotProps {
  days: readonly DayPoint[]
  ticks: readonly number[]
  pointed: number | null
  onPoint(index: number | null): void
}

/** The drawing stretches to its container: lines keep their width, and the labels are HTML. */
function Plot({ days, ticks, pointed, onPoint }: PlotProps) {
  const top = ticks.at(-1)!
  const onMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.round(((clientX - left) / width) * (days.length - 1))
    onPoint(Math.min(days.length - 1, Math.max(0, index)))
  }
  // Nothing happened on a day without emails: no line leads through it.
  const values = (key: (typeof lines)[number]['key']) => days.map((day) => (most(day) > 0 ? day[key] : null))
  return (
    <div className="relative h-48" onPointerMove={onMove} onPointerLeave={() => onPoint(null)}>
      {ticks.map((tick) => (
        <div
          key={tick}
          aria-hidden="true"
          className="absolute inset-x-0 border-t border-line"
          style={{ bottom: `${(tick / top) * 100}%` }}
        >
          <span className="absolute right-full -translate-y-1/2 pr-2 text-2xs text-muted tabular-nums">
            {formatCount(tick)}
          </span>
        </div>
      ))}
      {pointed !== null && (
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-l border-line-strong"
          style={{ left: `${placeOf(pointed, days.length)}%` }}
        />
      )}
      <svg
        role="img"
        aria-label="Chart of emails sent and their outcomes per day"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        fill="none"
      >
        {lines.map(({ key, stroke }) => (
          <g key={key} className={stroke} strokeLinecap="round" strokeLinejoin="round">
            <path d={pathOf(values(key), top)} vectorEffect="non-scaling-stroke" strokeWidth="2" />
            {days.length <= DOTS && (
              <path d={pathOf(values(key), top, 'dots')} vectorEffect="non-scaling-stroke" strokeWidth="6" />
            )}
          </g>
        ))}
      </svg>
      {labelledDays(days.length).map(({ index, side }) => (
        <span
          key={index}
          aria-hidden="true"
          className={clsx(
            'absolute top-full mt-2 text-2xs whitespace-nowrap text-muted',
            side === 'middle' && '-translate-x-1/2',
            side === 'end' && '-translate-x-full',
          )}
          style={{ left: `${placeOf(index, days.length)}%` }}
        >
          {days[index]!.label.replace(/, \d{4}$/, '')}
        </span>
      ))}
    </div>
  )
}

const DayTable = ({ days }: { days: readonly DayPoint[] }) => (
  <Table caption="Emails sent and their outcomes per day">
    <TableHead>
      <Th>Day</Th>
      {lines.map(({ label }) => (
        <Th key={label} end>
          {label}
        </Th>
      ))}
    </TableHead>
    <TableBody>
      {days
        .filter((day) => most(day) > 0)
        .map((day) => (
          <Tr key={day.day}>
            <Td className="font-medium">{day.label}</Td>
            {lines.map(({ label, key }) => (
              <Td key={key} end label={label}>
                {formatCount(day[key])}
              </Td>
            ))}
          </Tr>
        ))}
    </TableBody>
  </Table>
)
