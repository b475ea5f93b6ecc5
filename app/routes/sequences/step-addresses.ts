import { isId } from '~/http/validate'
import { withMade } from '~/models/sequences/step-draft'
import { paths } from '~/paths'

/** The address of the form that a draft is of, filled in with it. @param chosen the field that has just got its value */
export function formAddress(id: string, draft: string, chosen?: string): string {
  const search = new URLSearchParams(draft)
  const stepId = search.get('at')
  search.delete('at')
  if (chosen) search.set('chosen', chosen)
  return `${isId(stepId ?? undefined) ? paths.editStep(id, stepId!) : paths.newStep(id)}?${search}`
}

/** Where to go on after the new step for a form is filled in: its form, or the next new step that it waits for. */
export function afterMade(id: string, outer: string, step: string): string {
  const { draft, branch, more } = withMade(outer, step)
  return more
    ? paths.newStepBeside(id, draft)
    : formAddress(id, draft, branch ? `${branch}StepId` : undefined)
}

/** The form that an address of a dialog over it leads back to, with what its fields held. */
export function below(url: { pathname: string; search: string }): string {
  const search = new URLSearchParams(url.search)
  search.delete('chosen')
  const text = search.toString()
  return url.pathname.replace(/\/[^/]+$/, '') + (text && `?${text}`)
}

/** The same once the dialog has made what the field `name` is to have. */
export function belowWith(url: URL, name: string, value: string): string {
  const search = new URLSearchParams(url.search)
  search.set(name, value)
  search.set('chosen', name)
  return `${url.pathname.replace(/\/[^/]+$/, '')}?${search}`
}
