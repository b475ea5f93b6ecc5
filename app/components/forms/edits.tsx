import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import {
  choiceField,
  type EditResponse,
  type EditValues,
  type ElsewherePart,
  LOADED,
  type LoadedEdit,
} from '~/models/shared/forms/edits'
import type { ActionResponse } from './action-form'

/** What a value means to the user; undefined shows it as it is, null not at all. */
export type EditWords = (field: string, value: string) => string | null | undefined

/**
 * The state of a form for a stored object. Data that is loaded again while it is open does not change what it was loaded with.
 * @param loaded the values that it shows, from the loader
 * @returns the fields' initial values, and a key: use it for the form, which shows the stored values again after a save that merged some
 */
export function useEdit(response: unknown, loaded: LoadedEdit) {
  const [shown, setShown] = useState({ loaded, key: 0 })
  const { state, formData, formMethod } = useNavigation()
  const [sent, setSent] = useState<FormData | null>(null)
  const submittedLoaded = formMethod === 'POST' ? formData?.get(LOADED) : undefined
  const edit = (response as { edit?: EditResponse } | null | undefined)?.edit
  const current = edit?.loaded ?? shown.loaded.loaded
  if (state !== 'idle' && formData && submittedLoaded === current && sent !== formData) setSent(formData)
  if (state === 'idle' && sent) {
    setSent(null)
    // No response: the save was redirected to this same screen.
    if (response === undefined && loaded.loaded !== shown.loaded.loaded)
      setShown({ loaded, key: shown.key + (isAsSent(loaded.values, sent) ? 0 : 1) })
  }
  return {
    key: shown.key,
    response,
    loaded: current,
    values: shown.loaded.values,
    edit,
  }
}

/** Whether the stored values are those that were sent. */
const isAsSent = (values: EditValues, sent: FormData): boolean =>
  Object.entries(values).every(([name, value]) => {
    const texts = sent.getAll(name).map(String)
    if (Array.isArray(value)) return value.toSorted().join() === texts.toSorted().join()
    return typeof value === 'string' ? (texts[0] ?? '').trim() === value : texts.length > 0 === value
  })

export type Edit = ReturnType<typeof useEdit>

interface EditFieldsProps {
  edit: Pick<Edit, 'response' | 'loaded' | 'edit'>
  words?: EditWords
}

/**
 * The hidden field with the values that a form was loaded with. Where another save changed the same field meanwhile, the user
 * chooses between the two. Needs no scripts.
 */
export function EditFields({ edit: { response, loaded, edit }, words = () => undefined }: EditFieldsProps) {
  const typed = (response as ActionResponse | undefined)?.result?.initialValue ?? {}
  return (
    <>
      <input type="hidden" name={LOADED} value={loaded} />
      {!!edit?.asked.length && (
        <div className="space-y-3 rounded-md border border-warning/40 bg-warning-soft p-3">
          {edit.asked.map(({ chosen, ...part }) => (
            // Asks again when the stored value has changed since.
            <fieldset key={JSON.stringify(part)} className="min-w-0 rounded-md bg-surface px-3 pt-1 pb-2">
              <legend className="float-left mb-1 w-full text-sm font-semibold">{part.label}</legend>
              <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
                <Choice
                  {...{ part, words, chosen }}
                  value="mine"
                  label="Your value"
                  values={typedValues(part, typed)}
                />
                <Choice
                  {...{ part, words, chosen }}
                  value="theirs"
                  label="Saved meanwhile"
                  values={part.theirs}
                />
              </div>
            </fieldset>
          ))}
        </div>
      )}
      {!!edit?.kept.length && (
        <div className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <p className="font-medium">Also saved meanwhile. You did not change these, so they are kept:</p>
          <dl className="mt-1 grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {edit.kept.map((part) => (
              <div key={part.name} className="contents">
                <dt className="text-muted">{part.label}</dt>
                <dd className="min-w-0">
                  <Value values={part.theirs} words={words} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  )
}

/** The typed values of a part, with the kinds of the stored ones. */
function typedValues({ theirs }: ElsewherePart, typed: Record<string, unknown>): EditValues {
  return Object.fromEntries(
    Object.entries(theirs).map(([name, kind]) => {
      const value = typed[name]
      if (Array.isArray(kind)) return [name, [value ?? []].flat().map(String)]
      return [name, typeof kind === 'string' ? String(value ?? '') : value !== undefined]
    }),
  )
}

interface ChoiceProps {
  part: ElsewherePart
  value: 'mine' | 'theirs'
  label: string
  values: EditValues
  words: EditWords
  chosen: string | null
}

const Choice = ({ part, value, label, values, words, chosen }: ChoiceProps) => (
  <label className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft">
    <input
      type="radio"
      name={choiceField(part.name)}
      value={value}
      defaultChecked={chosen === value}
      className="mt-0.5 size-4 shrink-0 accent-accent"
    />
    <span className="min-w-0 grow">
      {/* The space is for screen readers. */}
      <span className="block text-xs text-muted">{label}: </span>
      <Value values={values} words={words} />
    </span>
  </label>
)

/** The values of a part in words. A long text is cut by its own scroll bar. */
function Value({ values, words }: { values: EditValues; words: EditWords }) {
  const texts = Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return words(name, value ? 'on' : '') ?? (value ? 'Yes' : 'No')
    return [value].flat().flatMap((part) => {
      const text = words(name, part)
      return text === null ? [] : (text ?? part)
    })
  })
  const text = texts.filter((text) => text.trim() !== '').join(', ')
  return text ? (
    <span
      tabIndex={text.length > LONG ? 0 : undefined}
      className="block max-h-48 overflow-auto break-words whitespace-pre-wrap"
    >
      {text}
    </span>
  ) : (
    <span className="block text-muted italic">Empty</span>
  )
}

/** Texts above this number of characters may need to scroll. */
const LONG = 300

/** Moves the focus back to a form that shows its stored values again, if it was in it. */
export function useFocusAfterMerge(key: number, form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (key > 0 && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('button:not(.sr-only)')?.focus()
  }, [key, form])
}
