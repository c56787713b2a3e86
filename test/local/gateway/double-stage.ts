import { randomUUID } from 'node:crypto'
import { startProvider, startStage, type Stage, type StageOptions } from './stage'
import { startSupersetDouble, type SupersetDouble } from './superset-double'

export { portal } from './stage'

const settings = {
  userName: 'gateway',
  password: 'gateway-password',
  guestSecret: 'g'.repeat(40),
  guestAudience: 'superset',
  personRole: 'EmbeddedGuest',
}

export interface DoubleStage {
  readonly stage: Stage
  readonly double: SupersetDouble
  /** Log entries of the gateway, as events. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** A gateway with other settings in front of the same Superset. */
  another(change: StageOptions['change']): Promise<Stage>
  close(): Promise<void>
}

/** A gateway in front of a double of Superset with two curated dashboards, one of them public. */
export async function startDoubleStage(
  more: Pick<StageOptions, 'deadlineMs' | 'answerMs'> = {},
): Promise<DoubleStage> {
  const curated = [
    { slug: 'home', embeddedId: randomUUID(), public: true },
    { slug: 'etf', embeddedId: randomUUID(), public: false },
  ]
  const logged: Readonly<Record<string, unknown>>[] = []
  const provider = await startProvider()
  const double = await startSupersetDouble(settings)
  for (const { slug, embeddedId } of curated) double.addCurated(slug, embeddedId)
  const superset = { ...settings, address: double.origin }
  const others: Stage[] = []
  const stage = await startStage({ provider, curated, superset, log: (event) => logged.push(event), ...more })
  return {
    stage,
    double,
    logged,
    async another(change) {
      const log = (event: (typeof logged)[number]): void => void logged.push(event)
      const other = await startStage({ provider, curated, superset, log, ...(change && { change }) })
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.close()
      await stage.close()
      await double.close()
      await provider.close()
    },
  }
}
