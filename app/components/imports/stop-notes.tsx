import { type ColumnChoice, mapColumns, STOPPED } from '~/models/imports/columns'
import { isStopKind, readStopValue } from '~/models/imports/stop-columns'

/** Values named in a note. */
const NAMED = 3

/** Says which columns stop contacts, and which of their values are not understood. */
export function StopNotes({
  columns,
  sample,
  choices,
}: {
  columns: string[]
  sample: string[][]
  choices: ColumnChoice[]
}) {
  const targets = mapColumns(columns, choices, sample)
  const read = targets.flatMap((target, index) => {
    if (!('stop' in target) || !target.stop) return []
    const { stop } = target
    const values = [...new Set(sample.map((row) => row[index] ?? ''))]
    const isStopping =
      choices[index] === STOPPED || values.some((value) => isStopKind(readStopValue(stop, value)))
    const unclear = target.isStrict ? values.filter((value) => readStopValue(stop, value) === 'unclear') : []
    return isStopping ? [{ name: columns[index] || `Column ${index + 1}`, unclear }] : []
  })
  if (read.length === 0) return null
  const unclear = read.filter((column) => column.unclear.length > 0)
  return (
    <div role="status" className="mt-2 space-y-1 rounded-md border border-line bg-sunken px-3 py-2 text-xs">
      <p>
        <span className="font-medium">Opt-outs come along.</span> Contacts that are marked in{' '}
        {list(read.map(({ name }) => `“${name}”`))} as unsubscribed, bounced or not to be contacted are
        imported as stopped and never emailed. Choose Skip if a column means something else.
      </p>
      {unclear.map(({ name, unclear: values }) => (
        <p key={name}>
          <span className="font-medium">{`“${name}”: `}</span>
          {`${list(values.slice(0, NAMED).map((value) => `“${value.slice(0, 40)}”`))}${values.length > NAMED ? ' and others' : ''} ${values.length === 1 ? 'is' : 'are'} not understood and ${values.length === 1 ? 'counts' : 'count'} as stopped.`}
        </p>
      ))}
    </div>
  )
}

const list = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
