import { EXISTING, type Existing } from '~/models/imports/existing'
import type { FileHead } from '~/models/imports/head'
import { CSV_ENCODINGS, type CsvEncoding } from '~/models/shared/csv/encoding'

const SELECT = 'control min-h-9! w-full py-1! text-sm! max-sm:min-h-10!'

export interface FileChoicesProps {
  head: FileHead
  /** With scripts: called on a change. Without scripts a button of the surrounding form reads the file again. */
  onChoose?: (choice: { encoding: CsvEncoding; headerLine: number }) => void
}

/** How the file is read: its encoding and the row with the names of the columns. */
export function FileChoices({ head: { encoding, headerLine, headerLines }, onChoose }: FileChoicesProps) {
  const ids = { encoding: 'import-encoding', headerRow: 'import-header-row' }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div>
        <label htmlFor={ids.encoding} className="mb-1 block text-xs font-medium">
          Encoding
        </label>
        <select
          key={`encoding ${encoding}`}
          id={ids.encoding}
          name={onChoose ? undefined : 'encoding'}
          className={SELECT}
          defaultValue={encoding}
          onChange={({ currentTarget: { value } }) =>
            onChoose?.({ encoding: value as CsvEncoding, headerLine })
          }
        >
          {Object.entries(CSV_ENCODINGS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={ids.headerRow} className="mb-1 block text-xs font-medium">
          Row with the column names
        </label>
        <select
          key={`header ${headerLine}`}
          id={ids.headerRow}
          name={onChoose ? undefined : 'headerRow'}
          className={SELECT}
          defaultValue={headerLine}
          onChange={({ currentTarget: { value } }) => onChoose?.({ encoding, headerLine: Number(value) })}
        >
          {headerLines.map(({ line, text }) => (
            <option key={line} value={line}>{`Line ${line}: ${text || 'empty'}`}</option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** What the import does with contacts that exist already. */
export function ExistingChoice({ chosen }: { chosen?: Existing | undefined }) {
  return (
    <div>
      <label htmlFor="import-existing" className="mb-1 block text-sm font-medium">
        Contacts that exist already
      </label>
      <select
        id="import-existing"
        name="existing"
        defaultValue={chosen ?? 'skip'}
        aria-describedby="import-existing-hint"
        className="control w-full"
      >
        {Object.entries(EXISTING).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <p id="import-existing-hint" className="mt-1 text-xs text-muted">
        They are added to this list in each case, and keep their status: an import never lifts a stop.
      </p>
    </div>
  )
}
