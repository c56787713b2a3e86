import { execFile } from 'node:child_process'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Ids of all descendants of a process. Zombies do not count. */
export async function descendants(of: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,stat='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = '']) => !state.startsWith('Z'))
  const below = (parent: number): readonly number[] =>
    all.flatMap(([pid, ppid]) => (Number(ppid) === parent ? [Number(pid), ...below(Number(pid))] : []))
  return below(of)
}

/** The hexadecimal loopback addresses in Linux's socket tables: IPv4, IPv6, and IPv4-mapped IPv6. */
const loopback = ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F']

/** Addresses on which a process listens and that other machines may reach, as Linux writes them. */
async function openByTables(pid: number): Promise<readonly string[]> {
  const of = `/proc/${pid}`
  const opened = await readdir(`${of}/fd`).catch(() => [])
  const links = await Promise.all(opened.map((fd) => readlink(`${of}/fd/${fd}`).catch(() => '')))
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`${of}/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables
    .join('\n')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && links.includes(`socket:[${inode}]`))
    .flatMap(([, local = '']) => (loopback.includes(local.split(':')[0] ?? '') ? [] : [local]))
}

/** The same where there are no such tables, in the notation of `lsof`. */
async function openByList(pid: number): Promise<readonly string[]> {
  const parameters = ['-a', '-p', String(pid), '-nP', '-iTCP', '-sTCP:LISTEN', '-Fn']
  // It fails where it finds none.
  const found = await promisify(execFile)('lsof', parameters).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    return { stdout: '' }
  })
  const names = found.stdout.split('\n').flatMap((line) => (line.startsWith('n') ? [line.slice(1)] : []))
  return names.filter((name) => !/^(127\.|\[::1\])/.test(name))
}

/** Addresses on which these processes listen and that other machines may reach. */
export async function openToNetworks(pids: readonly number[]): Promise<readonly string[]> {
  const openOf = process.platform === 'linux' ? openByTables : openByList
  return [...new Set((await Promise.all(pids.map(openOf))).flat())]
}
