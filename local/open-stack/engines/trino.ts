import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Table } from '../../bi-host/data/rows'
import type { LocalService } from '../../http/listen'
import { CannotRun, runLogged, runs, spawnLogged, stop, untilAnswered, type Say } from '../services'
import versions from '../versions.json' with { type: 'json' }
import {
  columnsIn,
  loadOnce,
  requirePort,
  schema,
  tablesRead,
  type Engine,
  type EngineOptions,
  type Value,
} from './engine'

const version = versions.trino
const catalog = 'market'
const types = {
  date: 'date',
  timestamp: 'timestamp(3)',
  text: 'varchar',
  double: 'double',
  integer: 'integer',
  boolean: 'boolean',
} as const

export interface TrinoEngine extends Engine {
  /** Starts a second node; settles once it accepts queries. */
  addNode(port: number): Promise<LocalService>
}

/** Trino on loopback, over Parquet files written from the sample data. It has no accounts: on any other address it would need TLS and logins. */
export function trino(options: EngineOptions): TrinoEngine {
  const { home, port } = options
  const installation = join(home, `trino-${version}`)
  const query: Engine['query'] = (sql) => ask(port, sql)
  return {
    name: 'trino',
    address: () => Promise.resolve(`trino://superset@127.0.0.1:${port}/${catalog}/${schema}`),
    query,
    missing: () => missing(installation),
    install: (say) => install(home, installation, say),
    prepare: () => Promise.resolve(),
    async start(say) {
      await requirePort('Trino', options)
      const { child, log } = await startNode(options, installation, port)
      try {
        await untilAnswered('Trino', child, log, () => query('select count(*) from system.runtime.nodes'))
        await loadOnce(options, 'parquet', (fileOf) => load(options, fileOf), say)
      } catch (error) {
        await stop(child)
        throw error
      }
      return { name: 'trino', origin: `http://127.0.0.1:${port}`, close: () => stop(child) }
    },
    async addNode(other) {
      const { child, log } = await startNode(options, installation, other)
      const nodes = "select count(*) from system.runtime.nodes where state = 'active'"
      try {
        await untilAnswered('The second node of Trino', child, log, async () => {
          if (Number((await query(nodes))[0]?.[0]) < 2) throw new Error('It has not joined yet.')
        })
      } catch (error) {
        await stop(child)
        throw error
      }
      return { name: 'trino', origin: `http://127.0.0.1:${other}`, close: () => stop(child) }
    },
  }
}

const execute = promisify(execFile)

/** Folders with one folder for each JDK on Linux distributions and macOS. */
const jdkFolders = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'] as const

async function missing(installation: string): Promise<string | null> {
  const java = await findJava().then(
    () => null,
    (error: Error) => error.message,
  )
  if (java !== null || existsSync(installation) || (await runs('mvn', ['--version']))) return java
  return `Trino ${version} is downloaded with Maven, and there is no mvn on the path. Install Maven.`
}

/** Home folder of Java 22 or newer. @throws CannotRun */
async function findJava(): Promise<string> {
  const given = process.env['OPEN_STACK_JAVA_HOME']
  const installed = await Promise.all(
    jdkFolders.map(async (folder) =>
      (await readdir(folder).catch(() => [])).flatMap((name) => [
        join(folder, name),
        join(folder, name, 'Contents/Home'),
      ]),
    ),
  )
  const homes = given ? [given] : [process.env['JAVA_HOME'] ?? '', ...installed.flat()]
  for (const home of homes.filter((one) => existsSync(join(one, 'bin/java')))) {
    const { stdout } = await execute(join(home, 'bin/java'), ['--version']).catch(() => ({ stdout: '' }))
    if (Number(/^\w+ (\d+)/.exec(stdout)?.[1]) >= 22) return home
  }
  throw new CannotRun(
    given
      ? `OPEN_STACK_JAVA_HOME names ${given}, which is not Java 22 or newer, as Trino ${version} requires.`
      : `Trino ${version} needs Java 22 or newer, and none was found. Install one, or set OPEN_STACK_JAVA_HOME to its folder.`,
  )
}

/** Downloads the server with Maven and keeps only the connector for Parquet files. Connectors share files, so everything is unpacked first. */
async function install(home: string, installation: string, say: Say): Promise<void> {
  if (existsSync(installation)) return
  const started = performance.now()
  say(`Downloading Trino ${version} (0.8 GB) …`)
  const folder = join(home, 'trino-unfinished')
  const log = join(home, 'trino-install.log')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const failure = 'Trino could not be installed'
  const artifact = `io.trino:trino-server:${version}:tar.gz`
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
  const parameters = ['-B', '-C', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
  await runLogged('mvn', parameters, log, failure)
  await runLogged('tar', ['-xzf', join(folder, `trino-server-${version}.tar.gz`), '-C', folder], log, failure)
  const unpacked = join(folder, `trino-server-${version}`)
  for (const name of await readdir(join(unpacked, 'plugin')))
    if (name !== 'hive') await rm(join(unpacked, 'plugin', name), { recursive: true })
  await rename(unpacked, installation)
  await rm(folder, { recursive: true })
  say(`Installed Trino ${version} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Starts a node. The one on the engine's own port is the coordinator. */
async function startNode(
  { folder, port: coordinator }: EngineOptions,
  installation: string,
  port: number,
): Promise<{ readonly child: ChildProcess; readonly log: string }> {
  const node = join(folder, port === coordinator ? 'coordinator' : `worker-${port}`)
  const etc = join(node, 'etc')
  await mkdir(join(etc, 'catalog'), { recursive: true })
  const files = {
    'config.properties': [
      `coordinator=${port === coordinator}`,
      ...(port === coordinator ? ['node-scheduler.include-coordinator=true'] : []),
      `http-server.http.port=${port}`,
      `discovery.uri=http://127.0.0.1:${coordinator}`,
      'query.max-memory=1GB',
      'query.max-memory-per-node=512MB',
    ],
    'node.properties': [
      'node.environment=local',
      `node.id=node-${port}`,
      // Loopback only.
      'node.internal-address=127.0.0.1',
      'node.bind-ip=127.0.0.1',
    ],
    'jvm.config': ['-server', '-Xmx2G', '-XX:+ExitOnOutOfMemoryError', '--add-modules=jdk.incubator.vector'],
    [`catalog/${catalog}.properties`]: [
      'connector.name=hive',
      'hive.metastore=file',
      'hive.metastore.catalog.dir=local:///metastore',
      'fs.native-local.enabled=true',
      `local.location=${folder}`,
    ],
  }
  for (const [name, lines] of Object.entries(files)) await writeFile(join(etc, name), `${lines.join('\n')}\n`)
  const log = join(node, 'trino.log')
  const parameters = ['run', '--etc-dir', etc, '--data-dir', join(node, 'data')]
  const java = await findJava()
  const child = spawnLogged(join(installation, 'bin/launcher'), parameters, log, {
    ...process.env,
    JAVA_HOME: java,
    PATH: `${join(java, 'bin')}:${process.env['PATH']}`,
  })
  return { child, log }
}

async function load({ folder, port }: EngineOptions, fileOf: (table: Table) => string): Promise<void> {
  await ask(port, `drop schema if exists ${catalog}.${schema} cascade`)
  await ask(port, `create schema ${catalog}.${schema}`)
  for (const table of tablesRead) {
    const location = `local:///${dirname(fileOf(table)).slice(folder.length + 1)}`
    const name = `${catalog}.${schema}.${table.name}`
    await ask(
      port,
      `create table ${name} (${columnsIn(table, types)}) with (format = 'PARQUET', external_location = '${location}')`,
    )
    await ask(port, `analyze ${name}`)
  }
}

interface Page {
  readonly nextUri?: string
  readonly data?: readonly (readonly Value[])[]
  readonly error?: { readonly message: string }
}

/** Runs a statement with Trino's client protocol, which returns the rows in pages. */
async function ask(port: number, sql: string): Promise<readonly (readonly Value[])[]> {
  const headers = { 'x-trino-user': 'assay', 'x-trino-catalog': catalog, 'x-trino-schema': schema }
  const rows: (readonly Value[])[] = []
  let page = await pageOf(
    await fetch(`http://127.0.0.1:${port}/v1/statement`, { method: 'POST', headers, body: sql }),
  )
  for (;;) {
    if (page.error) throw new Error(page.error.message)
    rows.push(...(page.data ?? []))
    if (page.nextUri === undefined) return rows
    page = await pageOf(await fetch(page.nextUri, { headers }))
  }
}

async function pageOf(answer: Response): Promise<Page> {
  if (!answer.ok) throw new Error(`Trino answered ${answer.status}.`)
  return (await answer.json()) as Page
}
