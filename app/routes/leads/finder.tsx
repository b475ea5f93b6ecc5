import { data, redirect } from '@remix-run/node'
import {
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useParams,
} from '@remix-run/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import type { Revealed, Unlocked } from '~/components/leads/email-cell'
import { FilterPanel } from '~/components/leads/filter-panel'
import { finderQuery } from '~/components/leads/finder-query'
import { FollowImport } from '~/components/leads/follow-import'
import { Results } from '~/components/leads/results'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { useRootData } from '~/components/page/root-data'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { CircleAlert, KeyRound, Search } from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { InstantToast, type Toast } from '~/components/ui/toast-viewer'
import { toAppError } from '~/http/errors.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { criteriaParams, isCriteriaEdit, LeadCriteria, readCriteria } from '~/models/leads/criteria'
import { getLeadKeyState } from '~/models/leads/key.server'
import { RevealEmail } from '~/models/leads/search'
import { industryLabels, type LeadResults, revealLead, searchLeads } from '~/models/leads/search.server'
import { paths } from '~/paths'
import type { ImportContext } from './import-progress'

export const meta = titled('Leads Finder')

type Found = { state: 'none' } | { state: 'failed'; message: string } | ({ state: 'found' } & LeadResults)

export const loader = page(async ({ app, db, userId, url, request }) => {
  const query = url.searchParams
  const parsed = LeadCriteria.safeParse(readCriteria(query))
  const criteria = parsed.success ? parsed.data : LeadCriteria.parse({})
  if (query.has('intent')) {
    // A submitted form becomes the URL of the search, which is the same for the same filters.
    const kept = criteriaParams(criteria)
    if (!isCriteriaEdit(query)) kept.set('search', 'true')
    throw redirect(`${paths.leadsFinder()}?${kept}${isCriteriaEdit(query) ? '' : '#results'}`)
  }
  const { usable } = await getLeadKeyState(db, userId)
  const number = Number(query.get('page') ?? 1)
  const search = { criteria, page: Number.isInteger(number) && number > 0 ? Math.min(number, 500) : 1 }
  const found: Found =
    !usable || !query.has('search')
      ? { state: 'none' }
      : await searchLeads(db, userId, search, { ...app, signal: request.signal }).then(
          (results) => ({ state: 'found' as const, ...results }),
          (error: unknown) => {
            const refusal = toAppError(error)
            if (!refusal) app.log.error({ err: error }, 'lead search failed')
            return { state: 'failed' as const, message: refusal?.message || 'Failed to search leads' }
          },
        )
  return { usable, criteria, labels: industryLabels(criteria.industries), found }
})

/**
 * A search costs an API call: opening a dialog over the results does not repeat it, only another search does. An import may have added
 * leads that the results show, so known contacts are reloaded when its dialog closes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formMethod,
}) =>
  (currentUrl.href === nextUrl.href && !formMethod && nextParams.jobId === undefined) ||
  finderQuery(currentUrl.search) !== finderQuery(nextUrl.search) ||
  (currentParams.jobId !== undefined && nextParams.jobId === undefined)

const Reveal = z.object({ reveal: RevealEmail.shape.personId })

export const action = formAction(Reveal, async ({ reveal: id }, { app, db, userId, request }) => {
  try {
    const lead = await revealLead(db, userId, id, { ...app, signal: request.signal })
    const email = lead?.email ?? null
    const toast: Toast = email
      ? { kind: 'success', title: 'Email revealed', text: email }
      : { kind: 'error', title: 'No email available', text: 'Apollo has no email address for this person.' }
    return data<Revealed>({ id, email, name: lead?.name ?? null, failed: false, toast })
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    const toast: Toast = { kind: 'error', title: 'Error', text: `Failed to reveal email. ${refusal.message}` }
    return data<Revealed>({ id, email: null, name: null, failed: true, toast }, { status: refusal.status })
  }
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to reveal email')

/** Searches a lead database with filters and adds leads to email lists. */
export default function LeadsFinder() {
  const { usable, criteria, labels, found } = useLoaderData<typeof loader>()
  const posted = useActionData<Revealed>()
  const { search, pathname } = useLocation()
  const navigation = useNavigation()
  const [revealed, setRevealed] = useState<Record<string, Unlocked>>(
    posted && !posted.failed ? { [posted.id]: posted } : {},
  )
  const { followed, onEnded } = useFollowedImport()
  const listQuery = finderQuery(search)
  const busy =
    navigation.state === 'loading' &&
    navigation.location.pathname === pathname &&
    finderQuery(navigation.location.search) !== listQuery
  return (
    <>
      <PageHeader
        title="Leads Finder"
        subtitle="Find people in Apollo’s lead database and add them to your email lists. Searching is free; each revealed email costs one credit of your Apollo plan."
      />
      <InstantToast toast={useSearchToast(found, finderQuery(search, 1))} />
      <InstantToast toast={posted?.toast ?? null} />
      {usable ? (
        <Columns className="xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:@min-[46rem]:grid-cols-[16rem_minmax(0,1fr)] @min-[61rem]:grid-cols-[18rem_minmax(0,1fr)]">
          <FilterPanel key={JSON.stringify(criteria)} {...{ criteria, busy }} industryLabels={labels} />
          <section
            id="results"
            aria-label="Results"
            aria-busy={busy || undefined}
            className="min-w-0 scroll-mt-24 aria-busy:opacity-60"
          >
            {found.state === 'found' ? (
              <Results
                key={listQuery}
                leads={found.people.map(({ id, name, title, email, known, organization }) => ({
                  ...{ id, name, title, email, known },
                  company: organization.name,
                }))}
                page={found.pagination.page}
                perPage={found.pagination.per_page}
                totalEntries={found.pagination.total_entries}
                totalPages={found.pagination.total_pages}
                search={search}
                revealed={revealed}
                onRevealed={(lead) => setRevealed((before) => ({ ...before, [lead.id]: lead }))}
              />
            ) : found.state === 'failed' ? (
              <EmptyState icon={<CircleAlert />} title="The search failed" text={found.message} />
            ) : (
              <EmptyState
                icon={<Search />}
                title="No search performed"
                text="Choose filters and press Apply Filters."
              />
            )}
          </section>
        </Columns>
      ) : (
        <EmptyState
          icon={<KeyRound />}
          title="Apollo API Key Required"
          text="Save the API key of your Apollo account, and enable it, to search for leads."
          action={
            <LinkButton variant="primary" to={paths.integrations()}>
              Go to Integrations
            </LinkButton>
          }
        />
      )}
      {followed && <FollowImport key={followed} jobId={followed} onEnded={onEnded} />}
      <Outlet context={{ onEnded } satisfies ImportContext} />
    </>
  )
}

/** Follows the import whose dialog was closed before it ended. */
function useFollowedImport() {
  const { jobId } = useParams()
  const [started, setStarted] = useState<string | null>(null)
  useEffect(() => {
    if (jobId) setStarted(jobId)
  }, [jobId])
  const onEnded = useCallback(() => setStarted(null), [])
  return { followed: jobId ? null : started, onEnded }
}

/** Shown if the response to a search was lost. */
export const ErrorBoundary = () => (
  <RouteError
    failure="Failed to search for leads"
    back={{ to: paths.leadsFinder(), label: 'Back to Leads Finder' }}
  />
)

/** Announces a search's result once: not again on further pages, and not instead of a redirect's toast. */
function useSearchToast(
  found: { state: string; message?: string; pagination?: { total_entries: number } },
  of: string,
) {
  const total = found.pagination?.total_entries
  const { state, message } = found
  const said = useRootData()?.toast
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is a new event, even with the same outcome
  return useMemo<Toast | null>(() => {
    if (said) return null
    if (state === 'failed') return { kind: 'error', title: 'Search Error', text: message }
    if (state !== 'found') return null
    const text = `Found ${(total ?? 0).toLocaleString('en-US')} total leads`
    return { kind: 'success', title: 'Search Complete', text }
  }, [of, state])
}
