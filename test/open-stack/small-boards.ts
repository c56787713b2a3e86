import { join } from 'node:path'
import { expect } from 'vitest'
import { sampleDataFolder } from '../../local/cli/build'
import { openStackFolder } from '../../local/cli/open-stack'
import { createSupersetSession } from '../../local/gateway/superset-session'
import { readSecrets } from '../../local/open-stack/superset/service'

interface Part {
  readonly type: string
  readonly children?: readonly string[]
}

/** The layout of a dashboard reduced to its first two tabs with the first chart of each. */
function smallest(layout: Readonly<Record<string, Part | string>>): Readonly<Record<string, Part | string>> {
  const branch = (id: string): readonly (readonly [string, Part])[] => {
    const part = layout[id]
    if (typeof part !== 'object') return []
    const children = part.children?.slice(0, part.type === 'TABS' ? 2 : 1)
    return [[id, children === undefined ? part : { ...part, children }], ...(children ?? []).flatMap(branch)]
  }
  const plain = Object.entries(layout).filter(
    ([, part]) => typeof part === 'string' || ['GRID', 'HEADER'].includes(part.type),
  )
  return Object.fromEntries([...plain, ...branch('ROOT_ID')])
}

/**
 * Copies of dashboards with one chart in each of two tabs, made and taken away by Superset's own interface: where a law is about the frame,
 * twenty charts more only cost the time in which they are drawn.
 */
export async function smallBoards(origin: string, ids: readonly string[]) {
  const { serviceAccount } = await readSecrets(join(sampleDataFolder, openStackFolder))
  const { username, password } = serviceAccount
  const session = createSupersetSession({ address: origin, userName: username, password, deadlineMs: 60_000 })
  const call = async (...asked: Parameters<typeof session.call>): Promise<Record<string, unknown>> => {
    const { status, body } = await session.call(...asked)
    expect(status, `${asked[0]} ${asked[1]}: ${JSON.stringify(body)}`).toBeLessThan(300)
    return (body as { result: Record<string, unknown> }).result
  }
  const made: { readonly id: number; readonly embeddedId: string }[] = []
  for (const of of ids) {
    const { position_json, json_metadata, dashboard_title, css } = await call('GET', `/dashboard/${of}`)
    const positions = smallest(JSON.parse(String(position_json)) as Record<string, Part | string>)
    const copy = {
      dashboard_title: `${String(dashboard_title)}, small`,
      css,
      json_metadata: JSON.stringify({ ...JSON.parse(String(json_metadata)), positions }),
    }
    const { id } = await call('POST', `/dashboard/${of}/copy/`, copy)
    const { uuid } = await call('POST', `/dashboard/${String(id)}/embedded`, { allowed_domains: [] })
    made.push({ id: Number(id), embeddedId: String(uuid) })
  }
  return {
    embeddedIds: made.map(({ embeddedId }) => embeddedId),
    remove: () => call('DELETE', `/dashboard/?q=!(${made.map(({ id }) => id).join(',')})`),
  }
}
