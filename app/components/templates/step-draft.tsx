import { Form, useLocation, useSubmit } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DraftState,
  keepForReturn,
  postDraft,
  takeKept,
  useAutosave,
} from '~/components/forms/use-autosave'
import { Button } from '~/components/ui/button'
import { paths } from '~/paths'
import type { StepUse } from './step-share'

const FIELDS = ['name', 'subject', 'htmlBody', 'plainTextBody'] as const

const keyOf = (place: string) => `email of ${place}`

/**
 * Saves a step's email as a draft while it is written. A design of the visual builder is saved only with the form.
 * @param response the action's response: one instead of a redirect means that nothing was saved
 * @returns what its form must call on submit, and the state in words
 */
export function useStepDraft(
  form: RefObject<HTMLFormElement | null>,
  step: StepUse | undefined,
  isBuilder: boolean,
  response: unknown,
) {
  const submit = useSubmit()
  /** As of the last change: the form is gone before the last save. */
  const written = useRef<Record<string, string> | null>(null)
  const { state, touch, stop } = useAutosave(step?.place ?? '', (place, leaving) => {
    const values = written.current
    if (!step || !values) return Promise.resolve(true)
    if (leaving) keepForReturn(keyOf(place), values)
    return postDraft(paths.emailDraft(step.sequenceId), { place, ...values }, leaving)
  })
  const isKept = step !== undefined && !isBuilder
  useEffect(() => {
    const element = form.current
    if (!isKept) return
    const onInput = () => {
      const typed = new FormData(element!)
      written.current = Object.fromEntries(FIELDS.map((name) => [name, String(typed.get(name) ?? '')]))
      touch()
    }
    element?.addEventListener('input', onInput)
    return () => element?.removeEventListener('input', onInput)
  }, [form, isKept, touch])
  const [isRestored, setRestored] = useState(!!step?.draft)
  const place = step?.place
  useEffect(() => {
    // The page may have been loaded again before the last words were stored.
    const left = place ? takeKept<Record<string, string>>(keyOf(place)) : null
    for (const [name, value] of Object.entries(left ?? {})) {
      const control = form.current?.elements.namedItem(name)
      if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
      if (control.value === value) continue
      control.value = value
      control.dispatchEvent(new Event('input', { bubbles: true }))
      setRestored(true)
    }
  }, [form, place])
  useEffect(() => {
    if (isKept && response) touch()
  }, [isKept, response, touch])
  return {
    isKept: isKept && state !== 'failed',
    isRestored,
    stop,
    said: isKept ? WORDS[state] : '',
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      const { submitter } = event.nativeEvent as SubmitEvent
      const saves = !/^(preview|test|ask|generate)$/.test(
        (submitter as HTMLButtonElement | null)?.value ?? '',
      )
      const pending = saves ? stop() : null
      if (!pending || event.defaultPrevented) return
      // A draft that is saved after the email was saved would come back.
      event.preventDefault()
      const target = event.currentTarget
      await pending
      submit((submitter ?? target) as HTMLButtonElement, { preventScrollReset: true })
    },
  }
}

const WORDS: Record<DraftState, string> = {
  clean: '',
  saving: '',
  saved: 'Draft saved',
  failed: 'Draft not saved. Trying again.',
}

/** Says that the form shows what was written before, and discards it. */
export function RestoredDraft({ step, stop }: { step: StepUse; stop(): void }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action={paths.emailDraft(step.sequenceId)}
      reloadDocument
      // What was typed a moment ago must not be saved after that.
      onSubmit={() => stop()}
      className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-sunken px-3 py-2"
    >
      <p role="status" className="text-sm">
        Restored your unsaved changes.
      </p>
      <input type="hidden" name="place" value={step.place} />
      <input type="hidden" name="discardTo" value={pathname + search} />
      <Button size="sm">Discard</Button>
    </Form>
  )
}
