import { formatCount } from '~/components/ui/numbers'

/** How often a workflow runs: "Every week", "Every 2 weeks". @param once the text for a single run */
export function frequencyWords(
  type: 'once' | 'days' | 'weeks' | 'months',
  interval: number,
  once: string,
): string {
  if (type === 'once') return once
  return interval === 1 ? `Every ${type.replace(/s$/, '')}` : `Every ${formatCount(interval)} ${type}`
}
