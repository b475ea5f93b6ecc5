import { useEffect, useState } from 'react'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { type ColumnChoice, guessColumns, refuseChoices } from '~/models/imports/columns'
import type { FileHead } from '~/models/imports/head'
import type { Reading } from '~/models/imports/reading'
import { ColumnTable } from './column-table'
import { readCsvHead } from './csv-head'
import { FileChoices } from './file-choices'
import { StopNotes } from './stop-notes'

export interface CsvPreviewProps {
  file: File
  /** The user's own fields. */
  own: OwnField[]
  /** Called with whether the file can be imported. */
  onReady: (ready: boolean) => void
}

/** The first rows of the selected file, read in the browser, and what its columns are imported as. Another file needs another `key`. */
export function CsvPreview({ file, own, onReady }: CsvPreviewProps) {
  const [head, setHead] = useState<FileHead | null>(null)
  const [reading, setReading] = useState<Reading>({})
  const [choices, setChoices] = useState<ColumnChoice[] | null>(null)
  useEffect(() => {
    let current = true
    setChoices(null)
    readCsvHead(file, reading).then(
      (read) => current && setHead(read),
      () => {}, // the file went away: the upload says so
    )
    return () => {
      current = false
    }
  }, [file, reading])
  const wrong = head && choices ? refuseChoices(head.columns, choices) : null
  useEffect(() => onReady(wrong === null), [wrong, onReady])
  if (!head) return null
  const shown = choices ?? guessColumns(head.columns, head.sample, own)
  return (
    <div className="space-y-2">
      <FileChoices
        // What was chosen, also while the file is read again.
        head={{
          ...head,
          encoding: reading.encoding ?? head.encoding,
          headerLine: reading.headerLine ?? head.headerLine,
          dates: reading.dates ?? head.dates,
          numbers: reading.numbers ?? head.numbers,
        }}
        onChoose={(choice) => setReading({ ...reading, ...choice })}
      />
      {reading.encoding && <input type="hidden" name="encoding" value={reading.encoding} />}
      {reading.headerLine && <input type="hidden" name="headerRow" value={reading.headerLine} />}
      {reading.dates && <input type="hidden" name="dates" value={reading.dates} />}
      {reading.numbers && <input type="hidden" name="numbers" value={reading.numbers} />}
      {/* Unless the user says otherwise the server judges by names and values: it has seen the whole file. */}
      {choices && <input type="hidden" name="columns" value={JSON.stringify(choices)} />}
      {head.rows.length === 0 ? (
        <p className="mb-1.5 text-sm text-muted">Empty template (headers only)</p>
      ) : (
        <p className="mb-1.5 text-sm font-medium">
          Preview{' '}
          <span className="font-normal text-muted">
            (first {head.rows.length} {head.rows.length === 1 ? 'row' : 'rows'})
          </span>
        </p>
      )}
      <ColumnTable
        columns={head.columns}
        rows={head.rows}
        sample={head.sample}
        notation={head}
        own={own}
        choices={shown}
        onChoose={(column, choice) =>
          setChoices(shown.map((columnChoice, at) => (at === column ? choice : columnChoice)))
        }
      />
      <StopNotes columns={head.columns} sample={head.sample} choices={shown} />
      {wrong && (
        <p role="alert" className="mt-1.5 text-xs font-medium text-danger-ink">
          {wrong}
        </p>
      )}
    </div>
  )
}
