/** The stops that a named button lifts, by the name that its address has. */
export const STOPS = ['suppression', 'unsubscription', 'bounce'] as const
export type Stop = (typeof STOPS)[number]

export const isStop = (text: string | undefined): text is Stop => STOPS.some((stop) => stop === text)

/** The words of each button. */
export const LIFT_WORDS: Record<Stop, string> = {
  suppression: 'Lift the suppression',
  unsubscription: 'Lift the unsubscription',
  bounce: 'Lift the bounce mark',
}
