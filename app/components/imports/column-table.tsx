import { type OwnField, TYPE_LABELS } from '~/models/contacts/own-fields/type'
import { IMPORT_COLUMNS } from '~/models/imports/column-names'
import {
  type ColumnChoice,
  KEEP,
  mapColumns,
  NEW_TYPES,
  newField,
  ownField,
  proposeType,
  SKIP,
  STOPPED,
} from '~/models/imports/columns'
import type { Notation } from '~/models/imports/notation'
import { variableTag } from '~/models/shared/variables'

export interface ColumnTableProps {
  columns: string[]
  rows: string[][]
  /** More rows, of which the types of the columns are guessed. */
  sample: string[][]
  notation: Notation
  choices: ColumnChoice[]
  own: OwnField[]
  /** With scripts: called on a change. Without scripts the surrounding form sends the choices. */
  onChoose?: (column: number, choice: ColumnChoice) => void
}

/** The first rows of a file, and above each column what it is imported as. */
export function ColumnTable({ columns, rows, sample, notation, choices, own, onChoose }: ColumnTableProps) {
  // The name of each column as a variable, whatever is selected now.
  const kept = mapColumns(
    columns,
    columns.map(() => KEEP),
  )
  const proposed = columns.map((_, column) =>
    proposeType(
      sample.map((row) => row[column] ?? ''),
      notation,
    ),
  )
  return (
    <section
      aria-label="Preview of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-left text-xs">
        <thead className="border-b border-line bg-sunken text-muted">
          <tr>
            {columns.map((text, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
              <th key={column} scope="col" className="min-w-44 px-2 py-2 align-bottom font-medium">
                <span className="mb-1 block max-w-48 truncate px-0.5" title={text}>
                  {text || `Column ${column + 1}`}
                </span>
                <select
                  name={onChoose ? undefined : 'column'}
                  aria-label={`Import ${text || `column ${column + 1}`} as`}
                  className="control min-h-8! w-full py-1! text-xs! max-sm:min-h-10!"
                  {...(onChoose
                    ? {
                        value: choices[column],
                        onChange: ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) =>
                          onChoose(column, value as ColumnChoice),
                      }
                    : { defaultValue: choices[column] })}
                >
                  {Object.entries(IMPORT_COLUMNS).map(([field, label]) => (
                    <option key={field} value={field}>
                      {label}
                    </option>
                  ))}
                  {own.length > 0 && (
                    <optgroup label="Your fields">
                      {own.map(({ key, name, type }) => (
                        <option key={key} value={ownField(key)}>
                          {`${name} (${TYPE_LABELS[type].toLowerCase()})`}
                        </option>
                      ))}
                    </optgroup>
                  )}
                  <optgroup label={`Keep as a new field, ${variableTag(nameOf(kept[column]))}`}>
                    <option value={KEEP}>{`Keep as ${variableTag(nameOf(kept[column]))}`}</option>
                    {NEW_TYPES.map((type) => (
                      <option key={type} value={newField(type)}>
                        {`Keep as a new field, type ${TYPE_LABELS[type].toLowerCase()}${proposed[column] === type ? ' (proposed)' : ''}`}
                      </option>
                    ))}
                  </optgroup>
                  <option value={STOPPED}>Stopped</option>
                  <option value={SKIP}>Skip</option>
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <tr key={row}>
              {columns.map((_, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={column}
                  className={`max-w-48 truncate px-2.5 py-1.5 whitespace-nowrap ${choices[column] === SKIP ? 'text-subtle line-through' : ''}`}
                >
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const nameOf = (target: ReturnType<typeof mapColumns>[number] | undefined) =>
  target && 'custom' in target ? target.custom : ''
