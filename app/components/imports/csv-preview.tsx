import { useEffect, useState } from 'react'
import { type ColumnChoice, guessColumns, refuseChoices } from '~/models/imports/columns'
import { ColumnTable } from './column-table'
import { type CsvHead, readCsvHead } from './csv-head'

export interface CsvPreviewProps {
  file: File
  /** Called with whether the file can be imported. */
  onReady: (ready: boolean) => void
}

/** The first rows of the selected file, read in the browser, and what its columns are imported as. */
export function CsvPreview({ file, onReady }: CsvPreviewProps) {
  const [head, setHead] = useState<CsvHead | null>(null)
  const [choices, setChoices] = useState<ColumnChoice[] | null>(null)
  useEffect(() => {
    let current = true
    setHead(null)
    setChoices(null)
    readCsvHead(file).then(
      (read) => current && setHead(read),
      () => {}, // the file went away: the upload says so
    )
    return () => {
      current = false
    }
  }, [file])
  const wrong = head && choices ? refuseChoices(head.columns, choices) : null
  useEffect(() => onReady(wrong === null), [wrong, onReady])
  if (!head) return null
  const shown = choices ?? guessColumns(head.columns)
  return (
    <div>
      {/* Unless the user says otherwise the server judges by the names: it has seen the whole file. */}
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
        choices={shown}
        onChoose={(column, choice) => setChoices(shown.map((one, at) => (at === column ? choice : one)))}
      />
      {wrong && (
        <p role="alert" className="mt-1.5 text-xs font-medium text-danger-ink">
          {wrong}
        </p>
      )}
    </div>
  )
}
