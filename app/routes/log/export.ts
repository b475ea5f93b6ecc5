import { redirect } from '@remix-run/node'
import { failing } from '~/components/failing'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { startLogExport } from '~/models/log-export.server'
import { ExportRequest } from '~/models/sending-log'
import { paths } from '~/paths'

export const loader = () => redirect(paths.emailSending())

/** Starts an export of what the log shows. */
export const action = formAction(ExportRequest, async (input, { app, db, userId }) => {
  const { status, sequenceId } = input
  const query = new URLSearchParams({
    ...(status && { status }),
    ...(sequenceId && { sequenceId }),
  }).toString()
  try {
    const { jobId } = await startLogExport(db, userId, input)
    return redirectWithToast(app, paths.logExport(jobId) + (query && `?${query}`), {
      kind: 'success',
      title: 'Export in Progress',
      text: app.systemMail.available ? 'You will get an email with a link to the file.' : undefined,
    })
  } catch (error) {
    const refusal = error instanceof Response ? null : toAppError(error)
    if (refusal?.code !== 'INVALID') throw error
    return redirectWithToast(app, paths.emailSending() + (query && `?${query}`), {
      kind: 'error',
      title: refusal.message,
      text: 'No email that went out matches.',
    })
  }
})

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Export failed')
