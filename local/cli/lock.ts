import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from './running-stack'

/** A ticket of the queue: a file whose name is all there is to it. */
interface Ticket {
  readonly name: string
  readonly number: number
  readonly process: number
}

/**
 * Runs `work` alone among all that name the same folder, in the order they came. Nobody ever takes a lock away from somebody: each
 * draws a ticket, and the lowest one of a process that is alive goes first. So two that find a dead owner cannot both follow it.
 */
export async function withLock<T>(
  folder: string,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const own = await draw(folder)
  try {
    let isAnnounced = false
    for (;;) {
      const [first] = await livingTickets(folder)
      if (first === undefined || first.name === own.name) break
      if (!isAnnounced) say(`Waiting for another command (process ${first.process}) that is building.`)
      isAnnounced = true
      await wait(200)
    }
    return await work()
  } finally {
    await discard(folder, own)
  }
}

/**
 * The last ticket in the queue. One that turns out not to be the last is drawn anew: somebody behind it may have looked before it was
 * there, and be at work.
 */
async function draw(folder: string): Promise<Ticket> {
  await mkdir(folder, { recursive: true })
  for (;;) {
    const last = (await livingTickets(folder)).at(-1)
    const own = ticket(`${(last?.number ?? 0) + 1}-${process.pid}-${randomUUID()}`)
    await writeFile(join(folder, own.name), '', { flag: 'wx' })
    if ((await livingTickets(folder)).at(-1)?.name === own.name) return own
    await discard(folder, own)
  }
}

/** In their order. Those of processes that have gone are swept away: no other ticket has such a name, whoever comes after. */
async function livingTickets(folder: string): Promise<readonly Ticket[]> {
  const all = (await readdir(folder)).map(ticket)
  const living = all.filter(({ process }) => isAlive(process))
  await Promise.all(all.filter((one) => !living.includes(one)).map((one) => discard(folder, one)))
  return living.toSorted((one, other) => one.number - other.number || (one.name < other.name ? -1 : 1))
}

function ticket(name: string): Ticket {
  const [number, process] = name.split('-').map(Number)
  return { name, number: number ?? 0, process: process ?? 0 }
}

async function discard(folder: string, { name }: Ticket): Promise<void> {
  await rm(join(folder, name), { force: true })
}
