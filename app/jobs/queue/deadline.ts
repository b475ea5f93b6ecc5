/** A job exceeded its deadline: it fails, and is retried as after any other failure. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}
