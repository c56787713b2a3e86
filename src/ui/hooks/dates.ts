const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** An ISO day as the portal writes days: 20 Nov 2026. Null for what is none. */
export function writeDay(iso: string): string | null {
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) ? null : day.format(at)
}
