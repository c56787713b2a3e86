/** Words that say from which end things are counted. */
export const highest = `
  top, largest, biggest, highest, most, best, leading, greatest, strongest, fastest, longest, busiest,
  dearest, priciest, deepest, costliest, furthest, farthest, widest, heaviest, fullest, tightest, richest,
  steepest, tallest, max, maximum, peak`
  .trim()
  .split(/,\s+/)
export const lowest = `
  bottom, smallest, lowest, least, worst, weakest, fewest, slowest, cheapest, shortest, tiniest, quietest,
  emptiest, loosest, lightest, poorest, thinnest`
  .trim()
  .split(/,\s+/)
