import type { Verification, VerifiedInteraction } from './verify'

const marks = { verified: '✓', failed: '✗', pending: '~', 'not-run': '–' } as const

/** Report as text: a line for each interaction, with its differences below, and a summary. */
export function textReport(verification: Verification): string {
  const { provider, baseUrl, interactions, browser, problem } = verification
  const lines = [`${provider} at ${baseUrl}`]
  if (problem !== undefined) lines.push(`  ${problem}`)
  else for (const interaction of interactions) lines.push(...interactionLines(interaction))
  const count = (outcome: VerifiedInteraction['outcome']): number =>
    interactions.filter((interaction) => interaction.outcome === outcome).length
  lines.push(...browser.filter(({ reasons }) => reasons.length > 0).flatMap(interactionLines))
  if (browser.length > 0) {
    const failed = browser.filter(({ outcome }) => outcome === 'failed').length
    lines.push(`${browser.length} checks beside the pact: ${failed} failed`)
  }
  lines.push(
    `${interactions.length} interactions: ${count('verified')} verified, ${count('failed')} failed, ${count('pending')} pending, ${count('not-run')} not run`,
  )
  return lines.join('\n')
}

function interactionLines({
  outcome,
  description,
  obligation,
  method,
  path,
  states,
  reasons,
}: VerifiedInteraction): string[] {
  const call = `${method} ${path}`
  return [
    `  ${marks[outcome]} ${description}${path === '' || description.endsWith(call) ? '' : `: ${call}`}`,
    ...(outcome === 'verified' || states.length === 0 ? [] : [`      given ${states.join(', ')}`]),
    ...(outcome === 'not-run' && obligation === 'may-not-run' ? ['      it may stay so'] : []),
    ...reasons.map((reason) => `      ${reason}`),
  ]
}

/** Output of `--json`: the verification, or a list of them, without the native verifier's output. */
export function jsonReport(found: Verification | readonly Verification[]): string {
  const withoutOutput = (key: string, value: unknown): unknown => (key === 'output' ? undefined : value)
  return `${JSON.stringify(found, withoutOutput, 2)}\n`
}

/** Output of `--junit`: a suite for each verification, a test case for each interaction. */
export function junitReport(verifications: readonly Verification[]): string {
  const suites = verifications.flatMap(junitSuite)
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}

function junitSuite(verification: Verification): readonly string[] {
  const { provider, startedAt, milliseconds, consumerVersion } = verification
  const interactions = [...verification.interactions, ...verification.browser]
  const count = (outcomes: readonly string[]): number =>
    interactions.filter(({ outcome }) => outcomes.includes(outcome)).length
  const cases = interactions.map(({ description, outcome, reasons, milliseconds: taken }) => {
    const reason = escaped(reasons.join('\n'))
    const content =
      outcome === 'failed'
        ? `<failure message="does not keep to the contract">${reason}</failure>`
        : outcome === 'verified'
          ? ''
          : `<skipped message="${outcome}">${reason}</skipped>`
    const attributes = `classname="${escaped(provider)}" name="${escaped(description)}" time="${taken / 1000}"`
    return `    <testcase ${attributes}>${content}</testcase>`
  })
  const attributes = [
    `name="contract with ${escaped(provider)}${consumerVersion === undefined ? '' : `, portal ${escaped(consumerVersion)}`}"`,
    `tests="${interactions.length}"`,
    `failures="${count(['failed'])}"`,
    `skipped="${count(['pending', 'not-run'])}"`,
    `timestamp="${startedAt}"`,
    `time="${milliseconds / 1000}"`,
  ].join(' ')
  return [`  <testsuite ${attributes}>`, ...cases, '  </testsuite>']
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\u0020-\uFFFD]/g, '\uFFFD')
}

/** 0 verified, except for what may stay unrun; 1 failed; 2 nothing failed, but something that every working service answers was not run. */
export function exitCodeOf({ outcome }: Verification): number {
  return { verified: 0, failed: 1, incomplete: 2 }[outcome]
}
