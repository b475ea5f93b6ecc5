import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const V2 = '/sys/fs/cgroup'
const V1 = '/sys/fs/cgroup/cpu'
/** Short, so that a capped process never stands still for longer than this, in ms. */
const PERIOD_MS = 50

/**
 * Caps a process to a share of one processor: by the kernel where this user may write control groups, otherwise by stopping and
 * continuing it. @returns ends the cap, once the process has ended
 */
export function capProcessor(pid: number, share: number): () => void {
  const quota = Math.round(share * PERIOD_MS * 1000)
  const period = PERIOD_MS * 1000
  const byVersion2 = existsSync(`${V2}/cgroup.controllers`)
  try {
    if (byVersion2) writeFileSync(`${V2}/cgroup.subtree_control`, '+cpu')
    const group = path.join(byVersion2 ? V2 : V1, `coldframe-bench-${pid}`)
    mkdirSync(group)
    if (byVersion2) writeFileSync(`${group}/cpu.max`, `${quota} ${period}`)
    else {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(period))
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota))
    }
    writeFileSync(`${group}/cgroup.procs`, String(pid))
    return () => rmdirSync(group)
  } catch {
    return stopAndContinue(pid, share)
  }
}

/** Less even than the kernel's cap: the process may use more while it runs, with several threads. */
function stopAndContinue(pid: number, share: number): () => void {
  let timer: NodeJS.Timeout
  const turn = (runs: boolean) => {
    try {
      process.kill(pid, runs ? 'SIGCONT' : 'SIGSTOP')
    } catch {
      return // it has ended
    }
    timer = setTimeout(turn, PERIOD_MS * (runs ? share : 1 - share), !runs)
  }
  turn(true)
  return () => clearTimeout(timer)
}
