export interface SparklineProps {
  readonly values: readonly (number | null)[]
  readonly color: string
  readonly width: number
  readonly height: number
  /** Wide as its box: the line stretches, its stroke does not. */
  readonly fluid?: boolean
}

/** A line without axes. Gaps in the data are gaps in the line. */
export function Sparkline({ values, color, width, height, fluid = false }: SparklineProps) {
  const path = sparkPath(values, width, height)
  if (path === '') return null
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(fluid ? {} : { width, height })}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={path}
        fill="none"
        stroke={color}
        stroke-width="1.5"
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  )
}

/** SVG path of the values in a box; empty with fewer than two of them. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value))
  if (known.length < 2) return ''
  const low = Math.min(...known)
  const span = Math.max(...known) - low || 1
  const inset = 1.5
  let pen: 'M' | 'L' = 'M'
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null || !Number.isFinite(value)) {
      pen = 'M'
      continue
    }
    const x = (at / Math.max(1, values.length - 1)) * width
    const y = inset + (1 - (value - low) / span) * (height - 2 * inset)
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`
    pen = 'L'
  }
  return path
}
