/**
 * The header that carries our id of a send, so that reports, the Sent folder and recovery recognize our emails. Its name says nothing
 * about the program: filters would learn it.
 */
export const SEND_ID_HEADER = 'X-Reference-Id'

/** Its names, the newest first: emails of earlier versions have another one. */
export const SEND_ID_HEADERS: readonly string[] = [SEND_ID_HEADER, 'X-Coldframe-Send-Id']

/**
 * The send id of a message; empty if it has none.
 * @param header the value of a header, by its name in lower case
 */
export function sendIdOf(header: (name: string) => string | undefined): string {
  for (const name of SEND_ID_HEADERS) {
    const id = header(name.toLowerCase())?.trim()
    if (id) return id
  }
  return ''
}
