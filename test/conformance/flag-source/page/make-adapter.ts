import * as sdk from 'launchdarkly-js-client-sdk'
import {
  launchDarklyFlagSource,
  type LaunchDarklyOptions,
} from '../../../../src/adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import { ofrepFlagSource } from '../../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import type { OfrepOptions } from '../../../../src/adapters/flag-source/ofrep/client'
import { consoleJournal } from '../../../../src/adapters/journal/console-journal'
import type { Clock } from '../../../../src/core/ports/clock'
import type { FlagSource } from '../../../../src/core/ports/flag-source'
import { pageBugs } from './broken-adapters'
import type { PageSetup } from './setup'

/** The adapter under test, as the portal's composition would make it, with the bug that was asked for. */
export function makeAdapter(setup: PageSetup, clock: Clock): FlagSource {
  const { host, streamHost, clientId } = setup
  const bug = setup.bug === null ? {} : pageBugs[setup.bug]
  if (bug === undefined) throw new Error(`There is no bug "${setup.bug}".`)
  const shared = {
    host,
    streamHost,
    clock,
    journal: consoleJournal(console),
    page: document,
    storage: () => localStorage,
  }
  const launchDarkly: LaunchDarklyOptions = { ...shared, clientId, loadSdk: () => Promise.resolve(sdk) }
  // The deadline of one question is the platform's and cannot be put forward.
  const ofrep: OfrepOptions = {
    ...shared,
    deadlineMs: 3_000,
    openStream: (address) => new EventSource(address),
  }
  const source =
    setup.adapter === 'launchdarkly'
      ? launchDarklyFlagSource(bug.launchDarkly?.(launchDarkly) ?? launchDarkly)
      : ofrepFlagSource(bug.ofrep?.(ofrep) ?? ofrep)
  return { ...source, ...bug.source?.(source) }
}
