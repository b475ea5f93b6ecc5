import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { HTML, SUBJECT, TEXT } from '../../load/mail'

/**
 * nodemailer's pool alone, with the engine's messages: the same texts and headers, one line per token. Ready messages
 * (`raw`), or composed ones (`compose`). Decides, renders and stores nothing.
 */
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
const TOKEN = 'OGRQEeBW-z30fdVd5XYDvOtxIaEz67BX1SF_6jGNp4A'
const LINK = `https://bench.example/u/${TOKEN}`
const greet = (text: string) => text.replace(/\{\{.*?\}\}/, 'Ann')
const mail = (id: string) => ({
  from: 'box1@bench.example',
  to: { name: 'Ann Lee', address: `p${id}@people.example` },
  subject: greet(SUBJECT),
  messageId: `<edfca1a7-0e03-4a34-b800-${id}@bench.example>`,
  headers: {
    'X-Coldframe-Send-Id': `edfca1a7-0e03-4a34-b800-${id}`,
    'List-Unsubscribe': `<${LINK}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  text: `${greet(TEXT)}\n\nUnsubscribe: ${LINK}`,
  html:
    `${greet(HTML)}<div style="margin-top:24px;font-size:12px;color:#6b7280"><a href="${LINK}" style="color:#6b7280">Unsubscribe</a></div>` +
    `<img src="https://bench.example/t/o/${TOKEN}.gif" width="1" height="1" alt="" style="display:block;border:0">`,
})
const NUMBER = '000000000000'
const ready = (await new MailComposer(mail(NUMBER)).compile().build()).toString('latin1')

process.send?.({ id: 0, value: {} })
process.once('message', async ({ id }: { id: number }) => {
  let next = 0
  const work = async () => {
    while (next < mails) {
      const n = String(next++).padStart(NUMBER.length, '0')
      const envelope = { from: 'box1@bench.example', to: [`p${n}@people.example`] }
      const raw = () => Buffer.from(ready.replaceAll(NUMBER, n), 'latin1')
      await pool.sendMail(MODE === 'raw' ? { envelope, raw: raw() } : mail(n))
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  process.send?.({ id, value: {} })
})
