/** Why no connection was made. Nothing was sent, least of all a password. */
export type NetTrouble =
  /** The host or port is not one that may be used; it stays so until the settings change. */
  | 'forbidden'
  /** The name could not be resolved. */
  | 'dns'
  /** Nobody answered at the address. */
  | 'connect'

/** No connection was made; the message is for the user. */
export class NetRefusal extends Error {
  override readonly name = 'NetRefusal'
  constructor(
    readonly trouble: NetTrouble,
    message: string,
    /** The system's word for it (`ECONNREFUSED`, …), where it had one. */
    readonly systemCode?: string,
  ) {
    super(message)
  }
}
