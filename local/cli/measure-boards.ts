import { curatedBoards } from '../bi-host/boards/library/catalogue'
import { ensureDatabase } from '../bi-host/data/build'
import { createModel } from '../bi-host/model/semantic-model'
import { sources } from '../bi-host/model/sources'
import { quantile } from '../bi-host/query/statistics'
import { loadBoard } from '../bi-host/boards/load-board'
import { pack } from '../bi-host/server/host'
import { openWarehouse, type Warehouse } from '../bi-host/warehouse/warehouse'

export interface BoardMeasurement {
  readonly board: string
  /** Tiles of the tab that opens first. */
  readonly tiles: number
  /** Milliseconds from request to compressed reply, without the warehouse's cache. */
  readonly p50: number
  readonly p95: number
  readonly bytes: number
  readonly gzipBytes: number
}

export interface BoardMeasurements {
  readonly scale: number
  readonly rows: number
  readonly openMs: number
  readonly boards: readonly BoardMeasurement[]
  /** The twelve boards, each requested twice, all at the same time, with an empty cache at the start. */
  readonly together: {
    readonly boards: number
    readonly p50: number
    readonly p95: number
    readonly all: number
  }
  readonly residentMegabytes: number
}

export interface MeasureOptions {
  readonly folder: string
  /** 1 is about 1.6 million rows, 10 about 16 million. */
  readonly scale?: number
  readonly rounds?: number
  readonly onProgress?: (line: string) => void
}

/** Measures every board over the sample data of a scale, and generates missing data first. */
export async function measureBoards({
  folder,
  scale = 1,
  rounds = 7,
  onProgress,
}: MeasureOptions): Promise<BoardMeasurements> {
  const { path, rows } = await ensureDatabase({ folder, scale, ...(onProgress ? { onProgress } : {}) })
  const opened = performance.now()
  const warehouse = await openWarehouse(createModel(sources), { file: path, timeoutMs: 60_000 })
  const openMs = performance.now() - opened
  try {
    const boards: BoardMeasurement[] = []
    for (const board of curatedBoards) {
      const times: number[] = []
      let size = { tiles: 0, bytes: 0, gzipBytes: 0 }
      for (let round = 0; round < rounds; round += 1) {
        warehouse.forget()
        const { ms, ...bytes } = await timed(warehouse, board.id)
        times.push(ms)
        size = bytes
      }
      boards.push({
        board: board.title,
        p50: at(times, 0.5),
        p95: at(times, 0.95),
        ...size,
      })
    }
    warehouse.forget()
    const began = performance.now()
    const together = await Promise.all(
      [...curatedBoards, ...curatedBoards].map(({ id }) => timed(warehouse, id)),
    )
    const times = together.map(({ ms }) => ms)
    return {
      scale,
      rows,
      openMs,
      boards,
      together: {
        boards: times.length,
        p50: at(times, 0.5),
        p95: at(times, 0.95),
        all: performance.now() - began,
      },
      residentMegabytes: process.memoryUsage().rss / 1e6,
    }
  } finally {
    await warehouse.close()
  }
}

const at = (times: readonly number[], share: number): number => quantile(times, share) ?? Number.NaN

async function timed(
  warehouse: Warehouse,
  id: string,
): Promise<{
  readonly ms: number
  readonly tiles: number
  readonly bytes: number
  readonly gzipBytes: number
}> {
  const board = curatedBoards.find((candidate) => candidate.id === id)
  if (!board) throw new Error(`There is no board ${id}.`)
  const began = performance.now()
  const { reply } = await loadBoard(warehouse, board, { liveboardId: id })
  const { plain, gzip } = await pack(reply)
  return {
    ms: performance.now() - began,
    tiles: reply.tiles.length,
    bytes: plain.length,
    gzipBytes: gzip?.length ?? plain.length,
  }
}
