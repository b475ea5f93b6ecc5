import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { AppError, invalid, isAppError } from '../errors'
import { storableText } from './body.server'
import { boundaryOf, createLimit, typeOf } from './multipart'

/** The file of a multipart form, while it streams in. */
export interface UploadedFile {
  /** The file name sent by the browser. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

export interface Upload<T> {
  /** The text fields, including those after the file. */
  fields: Map<string, string>
  /** The fields of files other than the one that is taken. */
  otherFiles: string[]
  /** What `take` returned for the file; undefined without a file. */
  file: T | undefined
}

const FORM_OVERHEAD = 64 * 1024
const MAX_PARTS = 22

/**
 * Reads a multipart form (RFC 7578) with one file, which `take` consumes as it arrives: memory holds only a part of it.
 * A refusal is thrown only once the whole request is read, so that a browser that is still sending receives it.
 * @param field name of the file's field; files in other fields are ignored
 * @throws AppError TOO_LARGE over `limit` bytes, INVALID for a malformed form, UNSUPPORTED_TYPE for another media type
 */
export async function readUpload<T>(
  request: Request,
  field: string,
  limit: number,
  take: (file: UploadedFile) => Promise<T>,
): Promise<Upload<T>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type))
    throw new AppError('UNSUPPORTED_TYPE', 'The body must be multipart/form-data')
  const tooLarge = () =>
    new AppError('TOO_LARGE', `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB`, { field })
  // Beyond twice the limit the rest is not read.
  if (Number(request.headers.get('content-length') ?? 0) > 2 * limit + FORM_OVERHEAD) throw tooLarge()
  if (!request.body) invalid('The form is malformed')

  const fields = new Map<string, string>()
  const otherFiles: string[] = []
  let open: BusboyFileStream | undefined
  let taken: Promise<T> | undefined
  const boundary = boundaryOf(type)
  if (boundary === null) invalid('The form is malformed')
  const form = openForm(boundary, limit)
  form.on('field', (name, value) => {
    if (!fields.has(name)) fields.set(name, value)
  })
  form.on('file', (name, stream, fileName) => {
    stream.on('error', () => {}) // the reader sees the error too; without a reader it must not end the process
    if (fileName && (name !== field || taken)) otherFiles.push(storableText(name))
    // A form submitted without a file has an empty part without a file name.
    if (name !== field || taken || !fileName) return void stream.resume()
    open = stream
    taken = take({ name: storableText(fileName), bytes: partsOf(stream, tooLarge) })
    taken.catch(() => stream.resume())
  })
  try {
    const source = Readable.fromWeb(request.body as never)
    await pump(source, form, { most: 2 * limit + FORM_OVERHEAD, tooLarge, boundary })
  } catch (error) {
    open?.destroy(error as Error)
    await taken?.catch(() => {})
    throw error
  }
  const file = await taken
  return {
    fields: new Map([...fields].map(([name, value]) => [storableText(name), storableText(value)])),
    otherFiles,
    file,
  }
}

function openForm(boundary: string, limit: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': typeOf(boundary) } as BusboyHeaders,
      limits: {
        fileSize: limit,
        files: 2,
        fields: 20,
        parts: MAX_PARTS,
        fieldSize: 10_000,
        headerPairs: 20,
        headerSize: 8_000,
      },
    })
  } catch {
    return invalid('The form is malformed')
  }
}

async function* partsOf(stream: BusboyFileStream, tooLarge: () => AppError): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of stream.iterator({ destroyOnReturn: false })) yield part as Uint8Array
  } catch (error) {
    throw isAppError(error) ? error : cutOff()
  }
  if (stream.truncated) throw tooLarge()
}

const cutOff = () => new AppError('INVALID', 'The upload was interrupted')

interface Bounds {
  /** Bytes after which the rest is not read. */
  most: number
  tooLarge: () => AppError
  boundary: string
}

/**
 * Feeds the whole form to the parser, no faster than it is consumed. The parser ignores parts beyond its limit, but still spends time
 * on each: a form with more is read and not parsed.
 */
async function pump(source: Readable, form: BusboyInstance, bounds: Bounds): Promise<void> {
  const { most, tooLarge, boundary } = bounds
  // The last part is followed by a separator too.
  const hasMoreParts = createLimit(`--${boundary}`, MAX_PARTS + 1)
  let size = 0
  let tooMany = false
  const guard = new Transform({
    transform(part: Buffer, _, done) {
      size += part.byteLength
      if (size > most) return done(tooLarge())
      tooMany ||= hasMoreParts(part)
      done(null, tooMany ? undefined : part)
    },
    flush(done) {
      done(tooMany ? new AppError('INVALID', 'The form has too many fields') : null)
    },
  })
  try {
    await pipeline(source, guard, form)
  } catch (error) {
    throw isAppError(error) ? error : cutOff()
  }
}
