/**
 * The header that carries our id of a send, so that reports, the Sent folder and recovery recognize our emails. Its name says nothing
 * about the program: filters would learn it.
 */
export const SEND_ID_HEADER = 'X-Reference-Id'

/** Its names, the newest first: emails of earlier versions have another one. */
export const SEND_ID_HEADERS: readonly string[] = [SEND_ID_HEADER, 'X-Coldframe-Send-Id']

/** Send ids are UUIDs. Other programs use a header of the same name for numbers of their own. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The send id of a message; empty if it has none.
 * @param header the value of a header, by its name in lower case
 */
export function sendIdOf(header: (name: string) => string | undefined): string {
  for (const name of SEND_ID_HEADERS) {
    const id = header(name.toLowerCase())?.trim()
    if (id && (name !== SEND_ID_HEADER || UUID.test(id))) return id
  }
  return ''
}
