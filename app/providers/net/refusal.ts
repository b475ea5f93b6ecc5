/** Why no connection was made. Nothing was sent, in particular no password. */
export type NetTrouble =
  /** The host or port is not allowed; retrying is pointless until the settings change. */
  | 'forbidden'
  /** The name could not be resolved. */
  | 'dns'
  /** The connection was refused or timed out. */
  | 'connect'

/** No connection was made; the message is for the user. */
export class NetRefusal extends Error {
  override readonly name = 'NetRefusal'
  constructor(
    readonly trouble: NetTrouble,
    message: string,
    /** The system's error code (`ECONNREFUSED`, …), if there was one. */
    readonly systemCode?: string,
  ) {
    super(message)
  }
}

/** Whether an error's code says that a certificate was not accepted. */
export const isCertificateError = (code: string): boolean =>
  /CERT|TLS|SSL|ALTNAME|VERIFY|SELF_SIGNED/.test(code)
