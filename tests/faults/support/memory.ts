import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/**
 * MiB that this process keeps: what is still in use after a collection, with the bytes outside the heap. What the system counts as
 * resident also has the garbage that was not collected yet, which says nothing about a run of a few seconds.
 */
export function keptMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
