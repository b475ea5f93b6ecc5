import { redirect } from '@remix-run/node'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { charge } from '~/http/budget.server'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { startLogExport } from '~/models/reports/log-export.server'
import { ExportRequest } from '~/models/reports/sending-log'
import { paths } from '~/paths'

export const loader = () => redirect(paths.emailSending())

const FAILED = 'Export failed'
const AGAIN = 'Please try again in a moment.'

/** Starts an export of the filtered log. Failures use the titles of specification document 2, section 8. */
export const action = formAction(ExportRequest, async (input, { app, db, userId }) => {
  const { status, sequenceId } = input
  const query = new URLSearchParams({
    ...(status && { status }),
    ...(sequenceId && { sequenceId }),
  }).toString()
  try {
    await charge(app, userId, 'export')
    const { jobId } = await startLogExport(db, userId, input)
    return redirectWithToast(app, paths.logExport(jobId) + (query && `?${query}`), {
      kind: 'success',
      title: 'Export in Progress',
      text: app.systemMail.available ? 'You will get an email with a link to the file.' : undefined,
    })
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) app.log.error({ err: error }, 'request failed')
    // The log cannot be shown for a sequence that no longer exists.
    const filters = refusal?.code === 'NOT_FOUND' ? '' : query
    return redirectWithToast(app, paths.emailSending() + (filters && `?${filters}`), {
      kind: 'error',
      ...(refusal?.code === 'INVALID'
        ? { title: refusal.message, text: 'No sent email matches the filters.' }
        : { title: FAILED, text: refusal?.message ?? AGAIN }),
    })
  }
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(AGAIN, FAILED)
