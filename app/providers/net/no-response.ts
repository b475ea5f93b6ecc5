/** The connection was never established, so nothing was handed over. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_)/

/** The system's code (`ECONNRESET`, …) behind an error without a response. */
function systemCode(error: unknown): string | undefined {
  for (
    let cause = error, depth = 0;
    typeof cause === 'object' && cause !== null && depth < 5;
    cause = (cause as { cause?: unknown }).cause, depth += 1
  ) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

/** Whether a call without a response never reached the server. */
export const neverConnected = (error: unknown): boolean => NOT_CONNECTED.test(systemCode(error) ?? '')

/** Describes a call that got no response. @param company whose server was called */
export function describeNoResponse(company: string, error: unknown): string {
  const code = systemCode(error)
  return code ? `${company} could not be reached (${code})` : `${company} did not answer in time`
}
