import { Form, Link, useLoaderData, useLocation, useRevalidator } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { JobRunning, ReloadWithoutScripts } from '~/components/imports/progress'
import { useJob } from '~/components/jobs/use-job'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { charge } from '~/http/budget.server'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getMailServerCheck, startMailServerCheck } from '~/models/personas/mail-servers.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Check mail servers')

export const loader = page(async ({ app, db, userId, user, params }) => {
  await charge(app, userId, 'search')
  const found = await getMailServerCheck(db, userId, params.id!)
  const shared = { id: params.id!, isSandbox: app.env.sandbox }
  if (!found) return { ...shared, check: null }
  const { job, ...rest } = found
  const ended = job.processedAt && formatMoment(job.processedAt, user.timezone)
  return { ...shared, check: { job, ended, ...rest } }
})

const FAILED = 'Failed to check the mail servers'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params }) => paths.checkMailServers(params.id!) },
  async (_, { app, db, userId, params }) => {
    await startMailServerCheck(db, userId, params.id!)
    return redirectWithToast(app, paths.checkMailServers(params.id!), {
      kind: 'success',
      title: 'Check started',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Asks DNS, on request, which addresses of a list cannot get email. */
export default function MailServersDialog() {
  const { id, isSandbox, check } = useLoaderData<typeof loader>()
  const closeTo = paths.persona(id) + keepListQuery(useLocation().search)
  const busy = useSubmitting()
  return (
    <RouteDialog
      title="Check mail servers"
      description="Looks up whether the domain of each address has a mail server. No email is sent."
      closeTo={closeTo}
    >
      {isSandbox && (
        <p className="mb-3 text-sm text-muted">
          The real DNS is asked in the sandbox, too: domains of examples have no mail server there.
        </p>
      )}
      {check?.job.status === 'pending' || check?.job.status === 'processing' ? (
        <Running job={check.job} />
      ) : (
        check && <Outcome id={id} {...check} />
      )}
      <Form method="post" preventScrollReset>
        <DialogActions>
          <CancelLink to={closeTo}>Close</CancelLink>
          <Button variant="primary" busy={busy && 'Starting...'}>
            {check ? 'Check again' : 'Check the addresses'}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

type Check = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['check']>

function Running({ job: loaded }: Pick<Check, 'job'>) {
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(loaded.id, loaded, revalidate)
  return (
    <>
      <ReloadWithoutScripts />
      <JobRunning
        jobId={loaded.id}
        job={job}
        doing="Looking up..."
        label="Domains looked up"
        unit="domains"
        stop="Stop the check"
        note={
          lost
            ? 'The check continues; reload this page to see its progress.'
            : 'You can close this. The check continues in the background.'
        }
      />
    </>
  )
}

const contactsOf = (n: number) => (n === 1 ? '1 contact' : `${n.toLocaleString('en-US')} contacts`)

function Outcome({ id, job, ended, without, named, unknown }: Check & { id: string }) {
  const all = [
    { field: 'personaId', op: 'is', value: id },
    { any: named.map(({ domain }) => ({ field: 'emailDomain', op: 'is', value: domain })) },
  ]
  return (
    <div className="space-y-2 text-sm" role="status">
      <p className="font-medium">
        {job.status === 'completed'
          ? `${job.progress.total.toLocaleString('en-US')} domains looked up, ${ended}.`
          : `The check ${job.status === 'failed' ? 'failed' : 'was stopped'} after ${job.progress.current.toLocaleString('en-US')} of ${job.progress.total.toLocaleString('en-US')} domains.`}
      </p>
      {without.domains === 0 ? (
        <p>Every domain that answered takes email.</p>
      ) : (
        <>
          <p>
            {contactsOf(without.contacts)} cannot get email, because{' '}
            {without.domains === 1
              ? 'this domain has'
              : `${without.domains.toLocaleString('en-US')} domains have`}{' '}
            no mail server:
          </p>
          <ul className="list-disc space-y-0.5 pl-5">
            {named.map(({ domain, contacts }) => (
              <li key={domain} className="[overflow-wrap:anywhere]">
                {domain} <span className="text-muted">({contactsOf(contacts)})</span>
              </li>
            ))}
          </ul>
          {without.domains > named.length && (
            <p className="text-muted">{`These are the ${named.length} with the most contacts.`}</p>
          )}
          <p>
            <Link
              to={`${paths.contacts()}?${new URLSearchParams({ filter: JSON.stringify({ all }) })}`}
              className="font-medium text-accent-ink underline"
            >
              Show them in Contacts
            </Link>
          </p>
        </>
      )}
      {unknown > 0 && (
        <p className="text-muted">{`No name server answered for ${contactsOf(unknown)}: check again later.`}</p>
      )}
    </div>
  )
}
