/** The stops that a button can lift, by their name in the URL. */
export const STOPS = ['suppression', 'unsubscription', 'bounce'] as const
export type Stop = (typeof STOPS)[number]

/** Whether a name from the URL is that of a stop. */
export const isStop = (text: string | undefined): text is Stop => STOPS.some((stop) => stop === text)

/** The label of the button that lifts each stop. */
export const LIFT_LABELS: Record<Stop, string> = {
  suppression: 'Lift the suppression',
  unsubscription: 'Lift the unsubscription',
  bounce: 'Lift the bounce mark',
}
