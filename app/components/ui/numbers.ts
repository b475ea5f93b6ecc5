/** A count with thousands separators. */
export const formatCount = (n: number) => n.toLocaleString('en-US')

/** A rate in percent, one decimal. */
export const formatRate = (rate: number) =>
  `${rate.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`
