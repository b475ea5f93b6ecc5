import { useEffect, useState } from 'react'
import { type CsvHead, readCsvHead } from './csv-head'

/** The first rows of a chosen file, read in the browser. */
export function CsvPreview({ file }: { file: File }) {
  const [head, setHead] = useState<CsvHead | null>(null)
  useEffect(() => {
    let current = true
    setHead(null)
    readCsvHead(file).then(
      (read) => current && setHead(read),
      () => {}, // the file went away: the upload says so
    )
    return () => {
      current = false
    }
  }, [file])
  if (!head) return null
  if (head.rows.length === 0) return <p className="text-sm text-muted">Empty template (headers only)</p>
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">
        Preview{' '}
        <span className="font-normal text-muted">
          (first {head.rows.length} {head.rows.length === 1 ? 'row' : 'rows'})
        </span>
      </p>
      <section
        aria-label="Preview of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-left text-xs">
          <thead className="border-b border-line bg-sunken text-muted">
            <tr>
              {head.columns.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                <th key={column} scope="col" className="px-2.5 py-1.5 font-medium whitespace-nowrap">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {head.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
              <tr key={row}>
                {head.columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column} className="max-w-48 truncate px-2.5 py-1.5 whitespace-nowrap">
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
