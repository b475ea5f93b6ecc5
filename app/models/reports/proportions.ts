/** A part of a whole: so many of so many. */
export interface Proportion {
  part: number
  whole: number
}

/** Both ends of an interval, as fractions. */
export interface Interval {
  low: number
  high: number
}

/** The standard normal quantile of a two-sided 95% interval. */
const Z_95 = 1.959964

/** The 95% confidence interval of a rate (Wilson's score interval); from 0 to 1 if there is nothing to count. */
export function wilson({ part, whole }: Proportion, z = Z_95): Interval {
  if (whole === 0) return { low: 0, high: 1 }
  const rate = part / whole
  const square = z * z
  const middle = (rate + square / (2 * whole)) / (1 + square / whole)
  const reach =
    (z / (1 + square / whole)) * Math.sqrt((rate * (1 - rate)) / whole + square / (4 * whole * whole))
  return {
    low: part === 0 ? 0 : Math.max(0, middle - reach),
    high: part === whole ? 1 : Math.min(1, middle + reach),
  }
}

/** The confidence interval of the difference between two rates, a − b (Newcombe 1998, method 10). */
export function newcombe(a: Proportion, b: Proportion, z = Z_95): Interval {
  const rateOf = ({ part, whole }: Proportion) => (whole === 0 ? 0 : part / whole)
  const [rateA, rateB] = [rateOf(a), rateOf(b)]
  const [ofA, ofB] = [wilson(a, z), wilson(b, z)]
  return {
    low: rateA - rateB - Math.hypot(rateA - ofA.low, ofB.high - rateB),
    high: rateA - rateB + Math.hypot(ofA.high - rateA, rateB - ofB.low),
  }
}
