import { createTransport } from 'nodemailer'

/** nodemailer's pool on its own: ready messages (`raw`), or composing each (`compose`). Nothing is rendered or stored. */
const { SINK_PORT, MAILS, MODE } = process.env
const mails = Number(MAILS)
const pool = createTransport({
  host: '127.0.0.1',
  port: Number(SINK_PORT),
  pool: true,
  maxConnections: 10,
  maxMessages: 1_000,
  ignoreTLS: true,
  auth: { user: 'user', pass: 'password' },
})
const line = 'we help teams like yours to write to people they have not met yet, at the right minute.\r\n'
const text = `Hello Ann,\r\n\r\n${line.repeat(4)}`
const html = `<p>Hello Ann,</p><p>${line.repeat(6)}</p>`
const raw = (i: number) =>
  Buffer.from(
    `From: a@bench.example\r\nTo: p${i}@people.example\r\nSubject: Hello\r\nMessage-ID: <${i}@bench.example>\r\n` +
      'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n' +
      `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
  )

process.send?.({ id: 0, value: {} })
process.once('message', async ({ id }: { id: number }) => {
  let next = 0
  const work = async () => {
    while (next < mails) {
      const i = next++
      const to = `p${i}@people.example`
      await pool.sendMail(
        MODE === 'raw'
          ? { envelope: { from: 'a@bench.example', to: [to] }, raw: raw(i) }
          : { from: 'a@bench.example', to, subject: 'Hello', text, html, messageId: `<${i}@bench.example>` },
      )
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  process.send?.({ id, value: {} })
})
