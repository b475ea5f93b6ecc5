/** A job took longer than its deadline: it fails, and is tried again as after any other failure. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}
