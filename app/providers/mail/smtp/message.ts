import { Readable } from 'node:stream'

/** Bytes read at a time: until the last ones are read, the message can be stopped. */
const SLICE_BYTES = 64 * 1024

/**
 * The stream of a message that is being sent. nodemailer starts to read it when the server has accepted DATA, and writes the final dot
 * after its end, so reading shows the message's progress.
 */
export class MessageStream extends Readable {
  private offset = 0

  /** @param onRead is called before bytes are returned; `isEnd` says that the final dot may follow them at once */
  constructor(
    private readonly raw: Buffer,
    private readonly onRead: (isEnd: boolean) => void,
  ) {
    super({ highWaterMark: SLICE_BYTES })
  }

  override _read(): void {
    const slice = this.raw.subarray(this.offset, this.offset + SLICE_BYTES)
    this.offset += slice.length
    const isEnd = this.offset >= this.raw.length
    this.onRead(isEnd)
    this.push(slice)
    if (isEnd) this.push(null)
  }
}
