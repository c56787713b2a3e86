import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exampleCredentials } from '../../contracts/interactions/contract'
import { run as runContracts } from '../../local/cli/contracts'
import { Refusal } from '../../local/cli/progress'
import { run as runVerifyProvider } from '../../local/cli/verify-provider'
import { createBroker } from '../../contracts/gate/broker'
import { readPacts } from '../../contracts/gate/contract-report'
import { startPlainProvider, type PlainProvider } from '../../contracts/verification/plain-provider'
import type { Pact } from '../../contracts/interactions/pact-file'

const pact = readPacts().find(({ provider }) => provider.name === 'token-service') as Pact
const pactFile = 'contracts/pacts/assay-portal-token-service.json'
const command = createRequire(import.meta.url).resolve('@pact-foundation/pact-cli/bin/pact.js')

let folder: string
let broker: ReturnType<typeof createBroker>
let address: string
let provider: PlainProvider
/** The interaction that the provider answers incorrectly. */
let broken: string | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-broker-'))
  broker = createBroker(folder, { authorization: 'Bearer of-the-team' })
  await broker.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(broker.server.address() as AddressInfo).port}`
  broken = null
  vi.stubEnv('PACT_BROKER_TOKEN', 'of-the-team')
  vi.stubEnv('GOOD', exampleCredentials.valid)
  provider = await startPlainProvider({ answer: asAgreed })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await broker.close()
  await provider.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the pact has for the state, and what a browser needs; nothing else is checked. */
function asAgreed({ url = '', method }: Pick<IncomingMessage, 'url' | 'method'>, state: string) {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' }
  if (method === 'OPTIONS') return { status: 204, headers: cors }
  const found = pact.interactions.find(
    ({ request, providerStates }) =>
      url.split('?')[0] === request.path && providerStates.every(({ name }) => name === state),
  )
  if (found === undefined || found.description === broken) return { status: 500, headers: cors }
  const { status, body } = found.response as { status: number; body?: { content: string } }
  return body === undefined
    ? { status, headers: cors }
    : { status, headers: { ...cors, 'content-type': 'text/plain' }, body: body.content }
}

interface Ended {
  readonly code: number
  readonly output: string
}

/** Pact's own client, whose token comes from its environment. */
async function pactCli(parameters: readonly string[], token = 'of-the-team'): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    PACT_DO_NOT_TRACK: 'true',
    PACT_BROKER_BASE_URL: address,
    PACT_BROKER_TOKEN: token,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...parameters],
      { env, timeout: 60_000 },
      (error, output, errors) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        resolve({ code, output: output + errors })
      },
    )
  })
}

const brokerCli = (line: string): Promise<Ended> => pactCli(['broker', ...line.split(' ')])

async function done(line: string): Promise<void> {
  const { code, output } = await brokerCli(line)
  expect(`${line}: ${code}`, output).toBe(`${line}: 0`)
}

const publish = (version: string, branch = 'main') =>
  done(`publish ${pactFile} --consumer-app-version ${version} --branch ${branch}`)

const mayGo = (version: string) =>
  brokerCli(`can-i-deploy --pacticipant token-service --version ${version} --to-environment production`)

const verifierOptions = (version: string) =>
  [
    `verifier --broker-url ${address} --provider-name token-service --hostname 127.0.0.1`,
    `--port ${new URL(provider.origin).port} --state-change-url ${provider.origin}/_pact/state`,
    `--state-change-teardown --publish --provider-version ${version} --provider-branch main`,
  ].flatMap((line) => line.split(' '))

const verify = (version: string, more: readonly string[] = ['deployedOrReleased']) =>
  pactCli([
    ...verifierOptions(version),
    ...more.flatMap((one) =>
      one.startsWith('--') ? one.split(' ') : ['--consumer-version-selectors', `{"${one}": true}`],
    ),
  ])

/** Runs one of our own commands and returns its output; a failure is its last line. */
async function ours(command: 'contracts' | 'verify-provider', line: string): Promise<Ended> {
  const lines: string[] = []
  const listen = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void lines.push(String(text)))
  const run = command === 'contracts' ? runContracts : runVerifyProvider
  const code = await run([...line.split(' '), '--broker-url', address]).catch((error: unknown) => {
    lines.push(error instanceof Refusal ? error.message : String(error))
    return 99
  })
  listen.mockRestore()
  return { code, output: lines.join('\n') }
}

const oursVerify = (version: string, more = '') =>
  ours(
    'verify-provider',
    `--provider token-service --url ${provider.origin} --token-env GOOD --forbidden-token-env GOOD --expired-token-env GOOD --foreign-audience-token-env GOOD --provider-version ${version} --branch main${more}`,
  )

async function deployed(): Promise<void> {
  await publish('3f2a')
  await done('create-environment --name production --production')
  await done('record-deployment --pacticipant assay-portal --version 3f2a --environment production')
}

const anonymous = 'a BI token for nobody in particular'

describe('the real client', { timeout: 120_000 }, () => {
  test('publishes, deploys, verifies and learns what may be deployed to production', async () => {
    await deployed()
    const passed = await verify('812')
    expect(passed.code, passed.output).toBe(0)
    broken = anonymous
    expect((await verify('813')).code).toBe(1)
    const answers = [await mayGo('812'), await mayGo('813'), await mayGo('814')]
    expect(answers.map(({ code }) => code)).toEqual([0, 1, 1])
    expect(answers[0]?.output).toContain('token-service 812 may go to production.')
    expect(answers[1]?.output).toContain('token-service 813: its last verification failed')
    expect(answers[2]?.output).toContain('token-service 814: was never verified')
  })

  test('undoes a deployment', async () => {
    await deployed()
    await done('record-undeployment --pacticipant assay-portal --environment production')
    expect((await mayGo('814')).code).toBe(0)
  })

  test('lists the environments that a deployment may name, and describes one', async () => {
    await done('create-environment --name production --production')
    await done('create-environment --name staging')
    const listed = await brokerCli('list-environments')
    expect([listed.code, listed.output]).toEqual([0, expect.stringMatching(/production[^]*staging/)])
    const described = await brokerCli('describe-environment --uuid production')
    expect([described.code, described.output]).toEqual([0, expect.stringContaining('production')])
  })

  test('needs no new run for an unchanged pact', async () => {
    await deployed()
    expect((await verify('812')).code).toBe(0)
    await publish('4a5b')
    await done('record-deployment --pacticipant assay-portal --version 4a5b --environment production')
    expect((await mayGo('812')).code).toBe(0)
  })

  test('does not fail for pending pacts or work in progress until they have passed once', async () => {
    await publish('3f2a', 'feature')
    broken = anonymous
    const pending = ['mainBranch', '--enable-pending']
    const nothing = await verify('813', [...pending, '--ignore-no-pacts-error'])
    expect([nothing.code, nothing.output.includes('may fail')]).toEqual([0, false])
    const inProgress = await verify('813', [...pending, '--include-wip-pacts-since 2026-01-01'])
    expect(inProgress.code, inProgress.output).toBe(0)
    expect(inProgress.output).toContain(
      '(work in progress). It has not passed yet on this branch and may fail.',
    )
    broken = null
    expect((await verify('814', ['latest', '--enable-pending'])).code).toBe(0)
    broken = anonymous
    expect((await verify('815', ['latest', '--enable-pending'])).code).toBe(1)
  })

  test('is refused without the token, and for another pact under the same version', async () => {
    const line = `publish ${pactFile} --consumer-app-version 3f2a`.split(' ')
    expect((await pactCli(['broker', ...line], 'of-somebody')).code).toBe(1)
    await publish('3f2a')
    await publish('3f2a')
    const changed = { ...pact, interactions: pact.interactions.slice(1) }
    const file = join(folder, 'changed.json')
    await writeFile(file, JSON.stringify(changed))
    const { code, output } = await brokerCli(`publish ${file} --consumer-app-version 3f2a`)
    expect([code, output]).toEqual([1, expect.stringContaining('needs a version of its own')])
  })

  test('publishes each pact as it is in its file, and our command publishes the same', async () => {
    await done('publish contracts/pacts --consumer-app-version 3f2a --branch main')
    for (const { provider: to, interactions } of readPacts()) {
      const stored = JSON.parse(await readFile(join(folder, 'pacts', `${to.name}@3f2a.json`), 'utf8')) as Pact
      expect(stored.interactions).toEqual(interactions)
    }
    const sent = vi.spyOn(globalThis, 'fetch')
    expect(await ours('contracts', 'publish --version 3f2a --branch main')).toEqual({ code: 0, output: '' })
    const bodies = sent.mock.calls.map(([, init]) => init?.body).filter((body) => typeof body === 'string')
    sent.mockRestore()
    const files = bodies.flatMap((body) => {
      const { contracts } = JSON.parse(body) as { contracts: { content: string }[] }
      return contracts.map(({ content }) => Buffer.from(content, 'base64').toString())
    })
    const names = readPacts().map(({ provider: to }) => `contracts/pacts/assay-portal-${to.name}.json`)
    expect(files).toEqual(await Promise.all(names.map((name) => readFile(name, 'utf8'))))
  })
})

describe('our commands work with any broker', { timeout: 120_000 }, () => {
  test('publish, deploy, verify with the result of each interaction, and the gate', async () => {
    expect(await ours('contracts', 'publish --version 3f2a --branch main')).toEqual({ code: 0, output: '' })
    const portal = '--of assay-portal --version 3f2a'
    expect(await ours('contracts', `deployed ${portal} --environment production`)).toEqual({
      code: 99,
      output: expect.stringContaining('The broker has no environment production; it has none.'),
    })
    expect((await ours('contracts', 'environment --environment production')).code).toBe(0)
    expect((await ours('contracts', `deployed ${portal} --environment production`)).code).toBe(0)
    const passed = await oursVerify('812')
    expect(passed.code, passed.output).toBe(0)
    broken = anonymous
    expect((await oursVerify('813')).code).toBe(1)
    const gate = (version: string) =>
      ours('contracts', `gate --of token-service --version ${version} --environment production`)
    const asked = [await gate('812'), await gate('813'), await gate('814')]
    expect(asked.map(({ code }) => code)).toEqual([0, 1, 1])
    const answers = asked.map(({ output }) => output).join('\n')
    expect(answers).toBe(
      [
        '✓ token-service 812 may go to production.',
        `✗ token-service 813: "${anonymous}" failed`,
        'token-service 813 may not go to production.',
        '✗ token-service 814: was never verified',
        'token-service 814 may not go to production.',
      ].join('\n'),
    )
    expect(await readFile('contracts/README.md', 'utf8')).toContain(answers)
    // The real client reads what ours has written.
    expect((await mayGo('812')).code).toBe(0)
  })

  test('an environment that the broker has is not sent again: a Pact Broker refuses that', async () => {
    await done('create-environment --name production --production')
    const sent = vi.spyOn(globalThis, 'fetch')
    expect(await ours('contracts', 'environment --environment production')).toEqual({ code: 0, output: '' })
    expect(sent.mock.calls.map(([, init]) => init?.method)).toEqual(['GET', 'GET'])
    sent.mockRestore()
  })

  test('a version that the broker does not have is not recorded as deployed, nor added', async () => {
    await publish('3f2a')
    expect((await ours('contracts', 'environment --environment production')).code).toBe(0)
    for (const of of ['token-service', 'assay-portal'])
      expect(await ours('contracts', `deployed --of ${of} --version 3f2 --environment production`)).toEqual({
        code: 99,
        output: expect.stringContaining(`The broker has no version 3f2 of ${of};`),
      })
    const { output } = await ours(
      'contracts',
      'gate --of assay-portal --version 3f2 --environment production',
    )
    expect(output).toContain('assay-portal 3f2: what it asks was never published')
  })

  test('a broker is queried for one build, never silently for the folder', async () => {
    const { code, output } = await ours('contracts', 'gate --environment production')
    expect([code, output]).toEqual([99, expect.stringContaining('--of and --version are missing')])
  })

  test('a pending pact fails nothing, messages included', async () => {
    await publish('3f2a')
    broken = anonymous
    const [json, junit] = [join(folder, 'found.json'), join(folder, 'found.xml')]
    const reports = ` --json ${json} --junit ${junit}`
    const pending = await oursVerify('813', ` --enable-pending${reports}`)
    expect(pending.output).toContain('It has not passed yet on this branch and may fail.')
    expect(pending.output).toContain(`~ ${anonymous}`)
    expect(pending.code).toBe(0)
    const suite = 'name="contract with token-service, portal 3f2a"'
    expect(await readFile(junit, 'utf8')).toContain(`${suite} tests="20" failures="0" skipped="1"`)
    expect((await oursVerify('814', reports)).code).toBe(1)
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject([
      { provider: 'token-service', consumerVersion: '3f2a', outcome: 'failed' },
    ])
    expect(await readFile(junit, 'utf8')).toContain(`${suite} tests="20" failures="1" skipped="0"`)
  })

  test('pacts of other consumers are left out, by their name, and judged by nobody', async () => {
    await publish('3f2a')
    // An ordinary pact of a mobile app, in version 2 of Pact's specification.
    const other = `${address}/pacts/provider/token-service/consumer/mobile-app/version/2`
    const results: string[] = []
    let asked: unknown
    const send = globalThis.fetch
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
      const target = to instanceof Request ? to.url : String(to)
      if (target.endsWith('/verification-results')) results.push(target)
      if (target === other) return Response.json({ consumer: { name: 'mobile-app' }, _links: {} })
      const reply = await send(to, init)
      if (!target.endsWith('/for-verification')) return reply
      asked = await new Response(init?.body ?? null).json()
      const { _embedded } = (await reply.json()) as { readonly _embedded: { readonly pacts: object[] } }
      return Response.json({
        _embedded: { pacts: [{ _links: { self: { href: other } } }, ..._embedded.pacts] },
      })
    })
    const { code, output } = await oursVerify('820')
    sent.mockRestore()
    expect(code, output).toBe(0)
    expect(output).toContain('Left out: pacts of mobile-app. Only those of assay-portal are verified here.')
    expect(results).toEqual([expect.stringContaining('/consumer/assay-portal/')])
    const [mainBranch, running] = [{ mainBranch: true }, { deployedOrReleased: true }]
    const consumer = 'assay-portal'
    expect(asked).toMatchObject({
      consumerVersionSelectors: [
        { ...mainBranch, consumer },
        { ...running, consumer },
      ],
    })
  })

  test('a result that the broker refuses is told at the end, after the other pacts and the reports', async () => {
    await publish('3f2a')
    const other = join(folder, 'other.json')
    await writeFile(other, JSON.stringify({ ...pact, interactions: pact.interactions.slice(1) }))
    await done(`publish ${other} --consumer-app-version 4a5b --branch next`)
    const send = globalThis.fetch
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
      const target = to instanceof Request ? to.url : String(to)
      return target.endsWith('/3f2a/verification-results')
        ? new Response(null, { status: 403 })
        : send(to, init)
    })
    const [json, junit] = [join(folder, 'found.json'), join(folder, 'found.xml')]
    const { code, output } = await oursVerify(
      '816',
      ` --selector {"branch":"main"} --selector {"branch":"next"} --json ${json} --junit ${junit}`,
    )
    sent.mockRestore()
    expect([code, output.split('\n').at(-1)]).toEqual([99, 'The broker refused the credentials (403).'])
    const reported = { provider: 'token-service', outcome: 'verified' }
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject([
      { ...reported, consumerVersion: '3f2a' },
      { ...reported, consumerVersion: '4a5b' },
    ])
    expect(await readFile(junit, 'utf8')).toContain('portal 4a5b')
  })

  test('a broker without the token, or an invalid one, is reported in one sentence', async () => {
    vi.stubEnv('PACT_BROKER_TOKEN', '')
    expect(await ours('contracts', 'publish --version 3f2a')).toEqual({
      code: 99,
      output: expect.stringContaining('set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME'),
    })
    vi.stubEnv('PACT_BROKER_TOKEN', 'of-somebody')
    expect((await oursVerify('812')).output).toBe('The broker refused the credentials (401).')
    address = provider.origin
    expect((await ours('contracts', 'publish --version 3f2a')).output).toBe('The broker answered / with 500.')
    await provider.close()
    expect((await ours('contracts', 'publish --version 3f2a')).output).toMatch(
      /^The broker at .* cannot be reached: .*ECONNREFUSED/,
    )
    provider = await startPlainProvider({ answer: asAgreed })
  })
})
