import type { FlightRecord } from '../ports/journal'

/** The stages of a start, in the order of a first visit. */
export type StartStage = 'paint' | 'token' | 'frame' | 'hello' | 'first-chart' | 'last-chart'

/**
 * When the visit's first dashboard reached each stage, in milliseconds since `began` (the request for the page, in milliseconds since the
 * epoch). Null for a stage not reached yet, or whose event the journal has dropped. `last-chart` is the last one so far, because no vendor
 * sends the number of charts.
 */
export function startTimes(
  { events }: FlightRecord,
  began: number,
): Readonly<Record<StartStage, number | null>> {
  const times: Record<StartStage, number | null> = {
    paint: null,
    token: null,
    frame: null,
    hello: null,
    'first-chart': null,
    'last-chart': null,
  }
  for (const { at, event } of events) {
    const ms = Math.round(at - began)
    if (event.kind === 'paint') times.paint ??= Math.round(event.ms)
    if (event.kind === 'frame') times[event.event === 'made' ? 'frame' : 'hello'] ??= ms
    if (event.kind === 'token') times.token ??= ms
    if (event.kind !== 'view' || event.purpose !== 'board') continue
    // The next dashboard starts loading.
    if (event.event === 'loading' && times['first-chart'] !== null) break
    if (event.event !== 'data') continue
    times['first-chart'] ??= ms
    times['last-chart'] = ms
  }
  return times
}
