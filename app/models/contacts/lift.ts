/** The stops that a button can lift, by their name in the URL. */
export const STOPS = ['suppression', 'unsubscription', 'bounce'] as const
export type Stop = (typeof STOPS)[number]

export const isStop = (text: string | undefined): text is Stop => STOPS.some((stop) => stop === text)

/** The label of each button. */
export const LIFT_LABELS: Record<Stop, string> = {
  suppression: 'Lift the suppression',
  unsubscription: 'Lift the unsubscription',
  bounce: 'Lift the bounce mark',
}
