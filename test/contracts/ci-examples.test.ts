import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run as runContracts } from '../../local/cli/contracts'
import { run as runVerifyProvider } from '../../local/cli/verify-provider'

const example = (name: string): Promise<string> => readFile(`contracts/verification/ci/${name}`, 'utf8')

interface Ended {
  readonly failed: boolean
  readonly output: string
}

function node(parameters: readonly string[], cwd = process.cwd()): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: tmpdir() }
  return new Promise((resolve) => {
    execFile(process.execPath, [...parameters], { cwd, env, timeout: 30_000 }, (error, output, errors) =>
      resolve({ failed: error !== null, output: error === null ? output : output + errors }),
    )
  })
}

/** GitHub's own parser imports JSON in a way that only bundlers allow, so Node needs an import attribute. */
const readWorkflow = `
import { register } from 'node:module'
const hook = "export const resolve = async (name, about, next) => name.endsWith('.json')" +
  "? { ...(await next(name, { ...about, importAttributes: { type: 'json' } })), importAttributes: { type: 'json' } }" +
  ": next(name, about)"
register('data:text/javascript,' + encodeURIComponent(hook))
const parser = await import('@actions/workflow-parser')
const file = { name: 'contract.yml', content: process.argv[1] }
const { context, value } = parser.parseWorkflow(file, new parser.NoOperationTraceWriter())
if (value !== undefined) await parser.convertWorkflowTemplate(context, value)
console.log(JSON.stringify(context.errors.getErrors().map(({ message }) => message)))
`

/** The errors that GitHub's own parser reports for a workflow. */
async function githubErrors(content: string): Promise<string> {
  return (await node(['--input-type=module', '-e', readWorkflow, content])).output.trim()
}

describe('the example for GitHub Actions', () => {
  test('is a workflow', async () => {
    expect(await githubErrors(await example('github-workflow.yml'))).toBe('[]')
  })

  test.each([
    ['runs-on:', 'runs-one:', "'runs-one'"],
    ['needs: verify', 'needs: verification', "unknown job 'verification'"],
    ['${{ vars.PACT_BROKER_URL }}', '${{ variables.PACT_BROKER_URL }}', "'variables'"],
  ])('is rejected with "%s" as "%s"', async (before, after, reason) => {
    const content = await example('github-workflow.yml')
    expect(await githubErrors(content.replace(before, after))).toContain(reason)
  })
})

describe('the example for GitLab', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-gitlab-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** How gitlab-ci-local reads a pipeline, which it validates against GitLab's schema. */
  async function listed(content: string): Promise<Ended> {
    await writeFile(join(folder, '.gitlab-ci.yml'), content)
    const command = createRequire(import.meta.url).resolve('gitlab-ci-local/src/index.js')
    return node([command, '--list-csv-all'], folder)
  }

  test('is a pipeline', async () => {
    const { failed, output } = await listed(await example('gitlab-ci.yml'))
    expect([failed, output.match(/^(verify|gate|deploy|record);/gm)?.length], output).toEqual([false, 4])
  })

  test.each([
    ['needs: [gate]', 'needs: [gates]', 'gates'],
    ['stage: record', 'stage: recording', 'recording'],
    ['timeout: 15 minutes', 'timeouts: 15 minutes', 'timeouts'],
  ])('is rejected with "%s" as "%s"', async (before, after, reason) => {
    const content = await example('gitlab-ci.yml')
    const refused = await listed(content.replace(before, after))
    expect(refused).toEqual({ failed: true, output: expect.stringContaining(reason) })
  })
})

test('both examples pass only known options to our commands', async () => {
  const lines: string[] = []
  const listen = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void lines.push(String(text)))
  await runVerifyProvider(['--help'])
  listen.mockRestore()
  const usages: Readonly<Record<string, string>> = {
    'verify-provider': lines.join('\n'),
    contracts: await runContracts(['no such thing']).then(String, String),
  }
  const texts = [await example('github-workflow.yml'), await example('gitlab-ci.yml')].join('\n\n')
  const calls = [...texts.matchAll(/npm run (\S+) -- ((?:.+\n?)+?)(?= *- |\w+:|  \w+:|\n)/g)]
  const wanted = ['verify-provider', 'contracts', 'contracts']
  expect(calls.map(([, command]) => command)).toEqual([...wanted, ...wanted])
  const unknown = calls.flatMap(([, command = '', rest = '']) =>
    [...rest.matchAll(/--[a-z-]+/g)]
      .map(([option]) => option)
      .filter((one) => !usages[command]?.includes(one)),
  )
  expect(unknown).toEqual([])
})
