import type { BrowserCheck } from './identity-provider/checks'
import { points } from './identity-provider/checks'
import { idTokenChecks, signInChecks } from './identity-provider/browser-checks-id-token'
import { openPortalBrowser } from './identity-provider/browser-subject'
import { tokenChecks } from './identity-provider/browser-checks-tokens'
import { troubleChecks } from './identity-provider/browser-checks-trouble'
import type { PageSetup } from './identity-provider/page/setup'
import { portChecks } from './identity-provider/port-checks'
import type { Stage } from './identity-provider/stage'

export { portChecks }

/** Everything an adapter that runs in a page has to do. */
export const pageChecks: readonly BrowserCheck[] = [
  ...portChecks.map(({ point, name, run }): BrowserCheck => ({ point, name, run })),
  ...signInChecks,
  ...idTokenChecks,
  ...tokenChecks,
  ...troubleChecks,
]

/** What was found in any page of a run: points 17 and 18 hold after every check, not in one of their own. */
export interface Watch {
  readonly leaks: string[]
  readonly violations: string[]
}

/** Runs one check in a browser of its own. */
export async function runInPage(
  stage: Stage,
  adapter: PageSetup['adapter'],
  check: BrowserCheck,
  watch: Watch,
  bug: string | null = null,
): Promise<void> {
  await stage.withContext(async (context) => {
    const browser = await openPortalBrowser(stage, context, adapter, { ...check.setup, bug })
    try {
      await check.run(browser)
      watch.leaks.push(...(await browser.traces.leaks()).map((leak) => `${check.name}: ${leak}`))
      watch.violations.push(...browser.traces.violations().map((one) => `${check.name}: ${one}`))
    } finally {
      await browser.close()
    }
  })
}

export function pageCheckNamed(name: string): BrowserCheck {
  const found = pageChecks.find((check) => check.name === name)
  if (found === undefined) throw new Error(`There is no check "${name}".`)
  return found
}

/** How many checks of a point an adapter has passed, out of how many. */
export interface Tally {
  pass(subject: string, point: number): void
  plan(subject: string, point: number): void
  /** The adapter-by-point table as Markdown. */
  table(): string
}

export function createTally(subjects: readonly string[]): Tally {
  const passed = new Map<string, number>()
  const planned = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1)
  const cell = (subject: string, point: number): string => {
    const key = `${subject} ${point}`
    const plan = planned.get(key)
    return plan === undefined ? '–' : `${passed.get(key) ?? 0}/${plan}`
  }
  return {
    pass: (subject, point) => add(passed, `${subject} ${point}`),
    plan: (subject, point) => add(planned, `${subject} ${point}`),
    table: () =>
      [
        `| # | Point | ${subjects.join(' | ')} |`,
        `| --- | --- | ${subjects.map(() => '---').join(' | ')} |`,
        ...points.map(
          (name, index) =>
            `| ${index + 1} | ${name} | ${subjects.map((subject) => cell(subject, index + 1)).join(' | ')} |`,
        ),
      ].join('\n'),
  }
}
