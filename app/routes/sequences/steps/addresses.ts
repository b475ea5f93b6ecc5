import { isId } from '~/http/validate'
import { connectNewStep } from '~/models/sequences/step-draft'
import { paths, withView } from '~/paths'

/** The URL of the steps, in the view that a call's URL names. */
export const overviewOf = ({ params, url }: { params: { id?: string }; url: URL }) =>
  withView(paths.sequence(params.id!), url.searchParams.get('view'))

/** The URL of the form that a draft belongs to, with its values. @param chosen the field that was just set */
export function formAddress(id: string, draft: string, chosen?: string): string {
  const search = new URLSearchParams(draft)
  const stepId = search.get('at')
  search.delete('at')
  if (chosen) search.set('chosen', chosen)
  return `${isId(stepId ?? undefined) ? paths.editStep(id, stepId!) : paths.newStep(id)}?${search}`
}

/** The next URL after a new step for a form was filled in: its form, or the next new step that it waits for. */
export function afterMade(id: string, outer: string, step: string): string {
  const { draft, branch, more } = connectNewStep(outer, step)
  return more
    ? paths.newStepBeside(id, draft)
    : formAddress(id, draft, branch ? `${branch}StepId` : undefined)
}

/** The URL of the form below a dialog, with the form's values. */
export function below(url: { pathname: string; search: string }): string {
  const search = new URLSearchParams(url.search)
  search.delete('chosen')
  search.delete('into')
  const text = search.toString()
  return url.pathname.replace(/\/[^/]+$/, '') + (text && `?${text}`)
}

/** The same after the dialog has created the value of the field `name`. */
export function belowWith(url: URL, name: string, value: string): string {
  const search = new URLSearchParams(url.search)
  search.delete('into')
  search.set(name, value)
  search.set('chosen', name)
  return `${url.pathname.replace(/\/[^/]+$/, '')}?${search}`
}
