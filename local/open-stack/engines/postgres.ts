import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Table } from '../../bi-host/data/rows'
import { CannotRun, runLogged, spawnLogged, stop, untilAnswered } from '../services'
import {
  columnsIn,
  loadedMark,
  loadOnce,
  programIn,
  requirePort,
  schema,
  tablesRead,
  type Engine,
  type EngineOptions,
} from './engine'

/** Folders of the server's programs on Debian, Fedora and Homebrew. */
const usualFolders = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]
const owner = 'assay'
const reader = 'assay_reader'
const types = {
  date: 'date',
  timestamp: 'timestamp',
  text: 'text',
  double: 'double precision',
  integer: 'integer',
  boolean: 'boolean',
} as const

interface Programs {
  readonly postgres: string
  readonly initdb: string
  readonly psql: string
}

/** Queries that take a second do not benefit from JIT, and data loaded from a file need no full write-ahead log. */
const plain = ['jit=off', 'wal_level=minimal', 'max_wal_senders=0']

/** PostgreSQL's programs on this machine, or null if one is missing. */
export function findPostgres(): Programs | null {
  const [postgres, initdb, psql] = ['postgres', 'initdb', 'psql'].map((name) => programIn(name, usualFolders))
  return postgres && initdb && psql ? { postgres, initdb, psql } : null
}

/** PostgreSQL 15 on loopback with the sample data. Superset uses a read-only account. */
export function postgres(options: EngineOptions): Engine {
  const { folder, port } = options
  const data = join(folder, 'data')
  const log = join(folder, 'postgres.log')
  const session = sessionOf(options)
  return {
    name: 'postgres',
    address: async () =>
      `postgresql+psycopg2://${reader}:${(await passwordsIn(folder)).reader}@127.0.0.1:${port}/postgres`,
    query: (sql) => session.ask(sql),
    missing: () => Promise.resolve(findPostgres() === null ? notFound : null),
    async install() {
      const { initdb } = programs()
      // PG_VERSION does not prove completion: initdb writes it before it is done, so an interrupted one would count as complete.
      const made = join(data, '.assay-made')
      if (existsSync(made)) return
      await rm(join(folder, loadedMark), { force: true })
      await rm(data, { recursive: true, force: true })
      await mkdir(data, { recursive: true })
      const passwordFile = join(folder, 'initdb-password')
      await writeFile(passwordFile, (await passwordsIn(folder)).owner, { mode: 0o600 })
      if (isRoot) await runLogged('chown', ['postgres', data, passwordFile], log, noAccount)
      const settings = ['--auth=scram-sha-256', '--username', owner, '--encoding=UTF8', '--locale=C']
      const parameters = ['-D', data, '--pwfile', passwordFile, ...settings]
      await runLogged(...asServer(initdb, parameters), log, 'PostgreSQL’s files could not be created')
      await rm(passwordFile)
      await writeFile(made, '')
    },
    prepare: () => Promise.resolve(),
    async start(say) {
      await requirePort('PostgreSQL', options)
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...plain]
      const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
      const child: ChildProcess = spawnLogged(...asServer(programs().postgres, parameters), log)
      try {
        await untilAnswered('PostgreSQL', child, log, () => session.ask('select 1'))
        await loadOnce(options, 'csv', (fileOf) => load(options, fileOf), say)
        // The search path set while loading applies only to sessions that begin later.
        session.end()
      } catch (error) {
        session.end()
        await stop(child)
        throw error
      }
      const close = (): Promise<void> => {
        session.end()
        return stop(child)
      }
      return { name: 'postgres', origin: `postgresql://127.0.0.1:${port}`, close }
    },
  }
}

const notFound =
  'PostgreSQL 15 was not found. Install it (on Debian, postgresql-15), or put postgres, initdb and psql on the path.'

function programs(): Programs {
  const found = findPostgres()
  if (found !== null) return found
  throw new CannotRun(notFound)
}

const isRoot = process.getuid?.() === 0
const noAccount = 'PostgreSQL does not run as root, and there is no account "postgres" for it'

/** If started by root, the program runs as the account that PostgreSQL's packages create. */
const asServer = (program: string, parameters: readonly string[]): [string, readonly string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...parameters]]
    : [program, parameters]

/** Loads in one transaction, so that readers see either the old tables or the new ones. */
async function load(options: EngineOptions, fileOf: (table: Table) => string): Promise<void> {
  const { reader: password } = await passwordsIn(options.folder)
  const commands = [
    'begin',
    `drop schema if exists ${schema} cascade`,
    `create schema ${schema}`,
    ...tablesRead.flatMap((table) => [
      `create table ${schema}.${table.name} (${columnsIn(table, types)})`,
      `\\copy ${schema}.${table.name} from '${fileOf(table).replaceAll("'", "''")}' with (format csv, header, freeze)`,
    ]),
    `do $$ begin create role ${reader} login; exception when duplicate_object then null; end $$`,
    `alter role ${reader} password '${password}'`,
    `alter role ${reader} set default_transaction_read_only = on`,
    ...[reader, owner].map((role) => `alter role ${role} set search_path = ${schema}`),
    `grant usage on schema ${schema} to ${reader}`,
    `grant select on all tables in schema ${schema} to ${reader}`,
    'commit',
    'analyze',
  ]
  const psql = execute(programs().psql, [...loginAt(options), '-q'], await environmentOf(options))
  psql.child.stdin?.end(commands.map((line) => (line.startsWith('\\') ? line : `${line};`)).join('\n'))
  await psql
}

const execute = promisify(execFile)
/** Separators that occur in no value. */
const [field, row, missing, end] = ['\u001f', '\u001e', '\u001d', '\u001c'] as const

interface Session {
  /** Runs queries in sequence. @throws an Error with the server's message */
  ask(sql: string): Promise<readonly (readonly (string | null)[])[]>
  end(): void
}

/** Uses one psql for all queries until one fails, because a process and a login cost more than most queries. */
function sessionOf(options: EngineOptions): Session {
  let running: ChildProcess | null = null
  async function started(): Promise<ChildProcess> {
    if (running !== null) return running
    const form = ['-q', '-A', '-t', '-F', field, '-R', row, '-P', `null=${missing}`]
    const { env } = await environmentOf(options)
    const child = spawn(programs().psql, [...loginAt(options), ...form], { env })
    running = child
    child.once('close', () => {
      if (running === child) running = null
    })
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    // psql prints the reason on stderr and exits.
    child.stdin.on('error', () => undefined)
    return child
  }
  async function answer(sql: string): Promise<string> {
    const child = await started()
    let [text, words] = ['', '']
    return new Promise((resolve, reject) => {
      const onText = (chunk: string): void => {
        text += chunk
        if (!chunk.endsWith(end)) return
        leave()
        resolve(text.slice(0, -1))
      }
      const onWords = (chunk: string): void => void (words += chunk)
      const onClose = (): void => {
        leave()
        reject(new Error(words || 'psql ended.'))
      }
      const leave = (): void => {
        child.stdout?.off('data', onText)
        child.stderr?.off('data', onWords)
        child.off('close', onClose).off('error', onClose)
      }
      child.stdout?.on('data', onText)
      child.stderr?.on('data', onWords)
      child.on('close', onClose).on('error', onClose)
      child.stdin?.write(`${sql};\n\\echo -n ${end}\n`)
    })
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    async ask(sql) {
      const next = last.then(() => answer(sql))
      last = next.catch(() => undefined)
      const text = (await next).replace(/\n$/, '')
      if (text === '') return []
      return text
        .split(row)
        .map((line) => line.split(field).map((value) => (value === missing ? null : value)))
    },
    end() {
      running?.stdin?.end()
      running = null
    },
  }
}

const loginAt = ({ port }: EngineOptions): readonly string[] =>
  `-X -h 127.0.0.1 -p ${port} -U ${owner} -d postgres -v ON_ERROR_STOP=1`.split(' ')

const environmentOf = async ({ folder }: EngineOptions) => ({
  env: { ...process.env, PGPASSWORD: (await passwordsIn(folder)).owner },
  maxBuffer: 512 * 1024 * 1024,
})

async function passwordsIn(folder: string): Promise<{ readonly owner: string; readonly reader: string }> {
  const file = join(folder, 'passwords.json')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return JSON.parse(stored) as { owner: string; reader: string }
  const password = (): string => randomBytes(24).toString('base64url')
  const passwords = { owner: password(), reader: password() }
  await mkdir(folder, { recursive: true })
  await writeFile(file, JSON.stringify(passwords), { mode: 0o600, flag: 'wx' })
  return passwords
}
