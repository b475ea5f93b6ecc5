import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { residentMemory } from '../bench/lib/figures'
import type { SinkReport } from './sink'

const limit = (name: string) => path.resolve(import.meta.dirname, name)

/**
 * A program beside this file, or named relative to it, in its own process; its first message reports that it is
 * ready.
 */
export async function startHelper<T>(name: string, env: Record<string, string> = {}) {
  const child = fork(limit(name), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
  })
  let asked = 0
  const pending = new Map<number, (value: unknown) => void>()
  child.on('message', ({ id, value }: { id: number; value: unknown }) => {
    pending.get(id)?.(value)
    pending.delete(id)
  })
  const responseTo = <R>(id: number) =>
    new Promise<R>((resolve) => pending.set(id, resolve as (value: unknown) => void))
  const ready = await responseTo<T>(0)
  return {
    child,
    ready,
    ask<R>(ask: string): Promise<R> {
      const id = ++asked
      const response = responseTo<R>(id)
      child.send({ id, ask })
      return response
    },
    stop: () => ended(child, 'SIGKILL'),
  }
}

export interface Sink {
  port: number
  count(): Promise<Omit<SinkReport, 'ids'>>
  report(): Promise<SinkReport>
  reset(): Promise<void>
  /** Resolves when `n` messages have arrived since the last reset. */
  reached(n: number): Promise<void>
  /** Answers all messages that wait for it since `SINK_SILENT_FROM`. */
  release(): Promise<void>
  stop(): Promise<void>
}

/** The receiving server, on a free port by default. */
export async function startSink(env: Record<string, string> = {}): Promise<Sink> {
  const program = await startHelper<{ port: number }>('sink.ts', env)
  return {
    port: program.ready.port,
    count: () => program.ask('count'),
    report: () => program.ask('report'),
    reset: () => program.ask('reset'),
    reached: (n) => program.ask(`reached ${n}`),
    release: () => program.ask('release'),
    stop: program.stop,
  }
}

/** The settings of a program that sends to a sink on this machine as it would to the world. */
export const BENCH_ENV = {
  NODE_ENV: 'production' as const,
  APP_URL: 'https://bench.example',
  APP_SECRET: 'a secret for measurements, long enough',
  ALLOW_PRIVATE_HOSTS: 'on',
  SIGNUP: 'open',
}

export interface Running {
  pid: number
  output(): string
  /** MiB that it holds. */
  memory(): number
  isRunning(): boolean
  /** Stops it (SIGSTOP); resolves when all of its threads have stopped. */
  hold(): Promise<void>
  /** Continues it (SIGCONT). */
  resume(): void
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** The built program; resolves when it reports that it is ready. */
export function startProgram(env: Record<string, string>, args: string[] = []): Promise<Running> {
  const child: ChildProcess = spawn(
    process.execPath,
    [...(process.env.NODE_ARGS?.split(' ') ?? []), 'build/server.js', ...args],
    {
      env: { PATH: process.env.PATH, ...BENCH_ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const printed: string[] = []
  return new Promise((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      if (process.env.SHOW_SERVER) process.stderr.write(`${line}\n`)
      if (/^Coldframe (is ready|worker is running)/.test(line)) {
        resolve({
          pid: child.pid!,
          output: () => printed.join('\n'),
          memory: () => residentMemory(child.pid!),
          isRunning: () => child.exitCode === null && child.signalCode === null,
          hold: () => hold(child),
          resume: () => void child.kill('SIGCONT'),
          stop: (signal) => ended(child, signal),
        })
      }
    }
    createInterface({ input: child.stdout! }).on('line', read)
    createInterface({ input: child.stderr! }).on('line', read)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${printed.slice(-5).join('\n')}`)))
  })
}

async function hold(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  // The signal is pending when `kill` returns; the state follows the name in brackets.
  const stateOf = (thread: string) =>
    readFileSync(`/proc/${child.pid}/task/${thread}/stat`, 'utf8').split(') ')[1]![0]
  while (readdirSync(`/proc/${child.pid}/task`).some((thread) => stateOf(thread) !== 'T'))
    await new Promise((resolve) => setTimeout(resolve, 1))
}

async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await end
}
