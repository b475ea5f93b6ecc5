import clsx from 'clsx'
import { Disclosure } from '~/components/ui/disclosure'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'

export interface ForecastDay {
  day: string
  /** The formatted day. */
  label: string
  firstMails: number
  followUps: number
  others: number
}

/** The height of the tallest column, in pixels. */
const HEIGHT = 140

/** Emails per day as stacked columns, and the same numbers as a table in a disclosure. */
export function ForecastChart({ days }: { days: ForecastDay[] }) {
  const most = Math.max(1, ...days.map((day) => day.firstMails + day.followUps + day.others))
  const tall = (n: number) => Math.round((n / most) * HEIGHT)
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="Chart of emails per day" tabIndex={0} className="overflow-x-auto">
        <div className="flex min-w-full items-end gap-px border-b border-line" style={{ height: HEIGHT }}>
          {days.map((day) => (
            <div
              key={day.day}
              title={say(day)}
              className="flex max-w-12 min-w-1.5 flex-1 flex-col-reverse hover:opacity-75"
              aria-hidden="true"
            >
              <div className="bg-accent" style={{ height: tall(day.firstMails) }} />
              <div className="bg-info" style={{ height: tall(day.followUps) }} />
              <div className="bg-line-strong" style={{ height: tall(day.others) }} />
            </div>
          ))}
        </div>
        <div className="mt-1 flex justify-between text-xs text-muted">
          <span>{days[0]?.label}</span>
          {days.length > 1 && <span>{days.at(-1)?.label}</span>}
        </div>
      </section>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <Key colour="bg-accent">First emails</Key>
        <Key colour="bg-info">Follow-ups</Key>
        <Key colour="bg-line-strong">Other sequences, same mailboxes</Key>
      </ul>
      <div className="mt-3">
        <Disclosure summary="Day by day">
          <Table caption="Emails per day">
            <TableHead>
              <Th>Day</Th>
              <Th end>First emails</Th>
              <Th end>Follow-ups</Th>
              <Th end>Other sequences</Th>
            </TableHead>
            <TableBody>
              {days
                .filter((day) => day.firstMails + day.followUps + day.others > 0)
                .map((day) => (
                  <Tr key={day.day}>
                    <Td>{day.label}</Td>
                    <Td end label="First emails">
                      {day.firstMails}
                    </Td>
                    <Td end label="Follow-ups">
                      {day.followUps}
                    </Td>
                    <Td end label="Other sequences">
                      {day.others}
                    </Td>
                  </Tr>
                ))}
            </TableBody>
          </Table>
        </Disclosure>
      </div>
    </div>
  )
}

const say = ({ label, firstMails, followUps, others }: ForecastDay) =>
  `${label}: ${firstMails} first emails, ${followUps} follow-ups${others > 0 ? `, ${others} of other sequences` : ''}`

const Key = ({ colour, children }: { colour: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <span className={clsx('size-2.5 rounded-sm', colour)} aria-hidden="true" />
    {children}
  </li>
)
