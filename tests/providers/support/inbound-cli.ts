import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** As in package.json: a small heap, which many hostile messages must not exceed. */
const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=128', '--import', 'tsx']

export interface InboundRun {
  code: number | null
  lines: string[]
  errors: string
}

/** Runs what `npm run inbound` runs, to its end. */
export async function runInbound(args: string[], input = ''): Promise<InboundRun> {
  const child = spawn(process.execPath, [...FLAGS, 'scripts/inbound.ts', ...args], { cwd: ROOT })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  child.stdin.end(input)
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, lines: output.split('\n').slice(0, -1), errors }
}
