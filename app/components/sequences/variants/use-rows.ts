import { useState } from 'react'
import { type AnyField, changed, type FieldsOf } from '~/components/forms/field'
import { variantFields } from '~/models/sequences/variants/fields'
import { MAX_VARIANTS } from '~/models/sequences/variants/variants'

type Part = keyof ReturnType<typeof variantFields>
/** The fields of all variants. */
export type VariantField = 'variantCount' | ReturnType<typeof variantFields>[Part]

/** A variant in the form. Its template is in the form's control, which keeps it when its position changes. */
interface VariantRow {
  key: number
  /** The initial template. */
  templateId: string
  /** As typed. */
  weight: string
  active: boolean
}

/**
 * The rows of the variants. Messages stay at their row when rows are added or removed.
 * @param response the action's response, if any
 */
export function useVariantRows(fields: FieldsOf<VariantField>, response: unknown) {
  const given = (name: VariantField) => String(fields[name].initialValue ?? '')
  const [rows, setRows] = useState(() => {
    const count = Math.min(MAX_VARIANTS, Math.max(1, Math.trunc(Number(given('variantCount'))) || 1))
    return Array.from({ length: count }, (_, key): VariantRow => {
      const names = variantFields(key)
      return {
        key,
        templateId: given(names.templateId),
        weight: given(names.weight) || '1',
        active: count === 1 || given(names.active) === 'on',
      }
    })
  })
  // The positions at the time of the response, to which its messages refer.
  const [told, setTold] = useState({ response, keys: rows.map(({ key }) => key) })
  if (told.response !== response) setTold({ response, keys: rows.map(({ key }) => key) })
  return {
    rows,
    add: () => {
      const key = 1 + Math.max(...rows.map((row) => row.key))
      setRows([...rows, { key, templateId: '', weight: '1', active: true }])
    },
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    change: (key: number, change: Partial<VariantRow>) =>
      setRows((all) => all.map((row) => (row.key === key ? { ...row, ...change } : row))),
    /** A control of the row at a position, with the row's value and messages. */
    control: (index: number, part: Part): AnyField => {
      const row = rows[index]!
      const at = told.keys.indexOf(row.key)
      return changed(fields[variantFields(index)[part]], {
        initialValue: part === 'active' ? (row.active ? 'on' : undefined) : row[part] || undefined,
        errors: at < 0 ? undefined : fields[variantFields(at)[part]].errors,
      })
    },
  }
}
