import { Link, useFetcher, useLocation } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { Check } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { FIRST_STEPS, type FirstSteps } from '~/models/onboarding/first-steps'
import { paths } from '~/paths'

/** The remaining steps until the first sequence runs. It disappears permanently when all are done, or when dismissed. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const { Form, state } = useFetcher({ key: 'first-steps' })
  if (state !== 'idle') return null
  const next = FIRST_STEPS.find(({ name }) => !steps[name])
  return (
    <aside
      aria-labelledby="first-steps"
      className="mb-5 rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:px-5"
    >
      <div className="flex items-center justify-between gap-4">
        <p id="first-steps" className="text-sm font-semibold">
          First steps
          <span className="ml-2 font-normal text-muted tabular-nums">
            {FIRST_STEPS.filter(({ name }) => steps[name]).length} of {FIRST_STEPS.length}
          </span>
        </p>
        <Form method="post" action={paths.firstSteps()}>
          {!hydrated && <input type="hidden" name="redirectTo" value={pathname + search} />}
          <Button variant="ghost" size="sm" className="-mr-2.5" aria-label="Dismiss the first steps">
            Dismiss
          </Button>
        </Form>
      </div>
      <ol className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-sm max-sm:flex-col">
        {FIRST_STEPS.map(({ name, label, to }, index) => (
          <li key={name} className="flex min-h-7 items-center gap-1.5">
            <Mark done={steps[name]} number={index + 1} />
            {steps[name] ? (
              <span className="text-muted">
                {label}
                <span className="sr-only">: done</span>
              </span>
            ) : (
              <Link
                to={to}
                className={
                  name === next?.name
                    ? 'font-medium text-accent-ink underline underline-offset-2'
                    : 'text-ink hover:underline'
                }
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </aside>
  )
}

const Mark = ({ done, number }: { done: boolean; number: number }) => (
  <span
    aria-hidden="true"
    className={`grid size-4.5 place-items-center rounded-full text-2xs tabular-nums [&_svg]:size-3 ${
      done ? 'bg-success-soft text-success-ink' : 'border border-line-strong text-muted'
    }`}
  >
    {done ? <Check /> : number}
  </span>
)
