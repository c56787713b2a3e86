import type { Journal } from '../../../core/ports/journal'

/** Told where a reply is not what was agreed, e.g. `object.0.response.header.id_guid` or `content-type`; never what stood there. */
export type ReportDrift = (path: string) => void

/** Writes a drift of a service from its contract into the journal, each place once: it comes with every reply. */
export function journalDrift(journal: Journal, port: string): ReportDrift {
  const known = new Set<string>()
  return (path) => {
    if (known.has(path)) return
    known.add(path)
    journal.record({ level: 'error', where: port, text: `Contract drift: ${path} is not as agreed` })
  }
}
