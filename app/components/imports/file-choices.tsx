import { useId } from 'react'
import { EXISTING, type Existing } from '~/models/imports/existing'
import type { FileHead } from '~/models/imports/head'
import { DATES, type Dates, NUMBERS, type Numbers, PLAIN_DATE, PLAIN_NUMBER } from '~/models/imports/notation'
import type { Reading, ReadingField } from '~/models/imports/reading'
import { CSV_ENCODINGS, type CsvEncoding } from '~/models/shared/csv/encoding'

const SELECT = 'control min-h-9! w-full py-1! text-sm! max-sm:min-h-10!'

export interface FileChoicesProps {
  head: FileHead
  /** With scripts: called on a change. Without scripts a button of the surrounding form reads the file again. */
  onChoose?: (choice: Reading) => void
  /** Whether the file was made of an Excel file: then its encoding is known. */
  isSheet?: boolean
}

/** How the file is read: its encoding, the row with the names of the columns, and how it writes dates and numbers. */
export function FileChoices({ head, onChoose, isSheet = false }: FileChoicesProps) {
  const { encoding, headerLine, headerLines, dates, numbers, unclear } = head
  const named = (name: ReadingField) => (onChoose ? undefined : name)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {!isSheet && (
        <FileChoice
          label="Encoding"
          name={named('encoding')}
          value={encoding}
          options={Object.entries(CSV_ENCODINGS)}
          onChange={(value) => onChoose?.({ encoding: value as CsvEncoding, headerLine })}
        />
      )}
      <FileChoice
        label="Row with the column names"
        name={named('headerRow')}
        value={String(headerLine)}
        options={headerLines.map(({ line, text }) => [String(line), `Line ${line}: ${text || 'empty'}`])}
        onChange={(value) => onChoose?.({ encoding, headerLine: Number(value) })}
      />
      <FileChoice
        label="Dates"
        name={named('dates')}
        value={dates ?? ''}
        options={[['', PLAIN_DATE], ...Object.entries(DATES)]}
        unclear={unclear.dates}
        onChange={(value) => onChoose?.({ dates: (value || undefined) as Dates | undefined })}
      />
      <FileChoice
        label="Numbers"
        name={named('numbers')}
        value={numbers ?? ''}
        options={[['', PLAIN_NUMBER], ...Object.entries(NUMBERS)]}
        unclear={unclear.numbers}
        onChange={(value) => onChoose?.({ numbers: (value || undefined) as Numbers | undefined })}
      />
    </div>
  )
}

function FileChoice(props: {
  label: string
  name: string | undefined
  value: string
  options: [value: string, label: string][]
  /** A value of the file that can be read in two ways. */
  unclear?: string | undefined
  onChange: (value: string) => void
}) {
  const { label, name, value, options, unclear, onChange } = props
  const id = useId()
  const hint = `${id}-hint`
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-medium">
        {label}
      </label>
      <select
        // In a form it shows what was found when the file is read again.
        key={name && value}
        id={id}
        className={SELECT}
        aria-describedby={unclear && hint}
        {...(name
          ? { name, defaultValue: value }
          : {
              value,
              onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                onChange(currentTarget.value),
            })}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {unclear && (
        <p id={hint} className="mt-1 text-xs text-warning-ink">
          “{unclear}” can be read in two ways. Choose one, unless its column stays text.
        </p>
      )}
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
