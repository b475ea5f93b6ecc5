import type { ReactNode } from 'react'
import { RouteDialog, type RouteDialogProps } from '~/components/ui/dialog/route-dialog'
import { StepPanel } from './step-panel'
import { useIsCanvas } from './use-view'

/** Around the form of a step: the panel beside the canvas, a dialog over the list. */
export function StepFrame(props: RouteDialogProps & { children: ReactNode }) {
  return useIsCanvas() ? <StepPanel {...props} /> : <RouteDialog {...props} />
}
