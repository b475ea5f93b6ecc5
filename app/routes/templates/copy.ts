import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { copyTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'

const FAILED = 'Failed to duplicate template'

export const loader = () => redirect(paths.templateList())

/** Copies a template. */
export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.templateList() },
  async (_, { app, db, userId, params }) => {
    const { name } = await copyTemplate(db, userId, params.id!)
    return redirectWithToast(app, paths.templateList(), {
      kind: 'success',
      title: 'Template duplicated',
      text: `The copy is named "${name}"`,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)
