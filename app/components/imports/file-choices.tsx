import { EXISTING, type Existing } from '~/models/imports/existing'
import type { FileHead } from '~/models/imports/head'
import { CSV_ENCODINGS, type CsvEncoding } from '~/models/shared/csv/encoding'

const SELECT = 'control min-h-9! w-full py-1! text-sm! max-sm:min-h-10!'

export interface FileChoicesProps {
  head: FileHead
  /** With scripts: called on a change. Without scripts a button of the surrounding form reads the file again. */
  onChoose?: (choice: { encoding: CsvEncoding; headerLine: number }) => void
  /** Whether the file was made of an Excel file: then its encoding is known. */
  isSheet?: boolean
}

/** How the file is read: its encoding and the row with the names of the columns. */
export function FileChoices({
  head: { encoding, headerLine, headerLines },
  onChoose,
  isSheet = false,
}: FileChoicesProps) {
  const ids = { encoding: 'import-encoding', headerRow: 'import-header-row' }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className={isSheet ? 'hidden' : undefined}>
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

/** Which sheet of an Excel file is imported. */
export function SheetChoice({ sheets }: { sheets: readonly string[] }) {
  return (
    <div>
      <label htmlFor="import-sheet" className="mb-1 block text-sm font-medium">
        Sheet
      </label>
      <select id="import-sheet" name="sheet" className="control w-full">
        {sheets.map((sheet) => (
          <option key={sheet}>{sheet}</option>
        ))}
      </select>
    </div>
  )
}

/** Tags for every contact of the file. */
export function TagsForAll({ given }: { given?: string | undefined }) {
  return (
    <div>
      <label htmlFor="import-tags" className="mb-1 block text-sm font-medium">
        Tags for every contact of the file
      </label>
      <input
        id="import-tags"
        name="tags"
        defaultValue={given}
        maxLength={2600}
        aria-describedby="import-tags-hint"
        className="control w-full"
      />
      <p id="import-tags-hint" className="mt-1 text-xs text-muted">
        Optional, separated by commas. Contacts that exist already get them too.
      </p>
    </div>
  )
}
