import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/**
 * The memory that this process retains in MiB: after a collection, with bytes outside the heap. Resident memory would
 * include garbage, which says nothing about a run of a few seconds.
 */
export function keptMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
