import type { Branch } from '~/models/step-form'
import { paths } from '~/paths'

/** The Add Step dialog that makes the steps that branches of `stepId` are to lead to, one after the other. */
export const newStepFor = (id: string, stepId: string, branches: readonly Branch[]): string =>
  `${paths.newStep(id)}?${new URLSearchParams([['for', stepId], ...branches.map((branch) => ['branch', branch])])}`
