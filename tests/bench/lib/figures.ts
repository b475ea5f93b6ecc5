import { readFileSync } from 'node:fs'
import os from 'node:os'

/** One line of the table. */
export interface Figure {
  id: string
  what: string
  ours: string
  limit: string
  /** Ours against the limit, or whatever the goal is about. */
  value: string
  goal: string
  /** Null if it is only measured. */
  reached: boolean | null
}

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const percentile = (numbers: number[], p: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * p))]!

/** A median with its range. */
export const spread = (numbers: number[], digits = 2): string =>
  `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)})`

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`

/** What the figures were measured on; absolute numbers mean nothing without it. */
export function describeMachine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown CPU'
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const distribution = /PRETTY_NAME="(.+)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? os.type()
  return `${os.cpus().length} cores (${cpu}), ${memory} GiB, ${distribution}, Node ${process.versions.node}`
}

/** Memory of a process, in MiB. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS')

/** The peak memory of a process, in MiB. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM')

/** Processor time that a process has used so far, in ms; in steps of 10 (proc_pid_stat(5), USER_HZ is 100). */
export function processorTime(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\)/s, '')
    .split(' ')
    .slice(12, 14)
  return (Number(user) + Number(system)) * 10
}

function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
