import { fail, ok, type Result } from '../../core/kernel/result'
import type { DashboardLibrary, LibraryFailure } from '../../core/ports/dashboard-library'

const notSupported = (what: string) => async (): Promise<Result<never, LibraryFailure>> =>
  fail({
    kind: 'library-not-supported',
    status: null,
    text: `${what} failed: not supported`,
    outcome: 'not-done',
  })

/** Of a vendor that keeps nobody's dashboards; and what a library that can some of it says to the rest. Nothing is sent. */
export const noLibrary: DashboardLibrary = {
  capabilities: {
    create: false,
    remove: false,
    rename: false,
    copy: false,
    describe: false,
    charts: false,
    numbers: false,
    restore: false,
    completeListing: true,
  },
  list: () => Promise.resolve(ok({ dashboards: [], dropped: 0, complete: true, own: true })),
  create: notSupported('Create'),
  rename: notSupported('Rename'),
  describe: notSupported('Describe'),
  copy: notSupported('Copy'),
  remove: notSupported('Delete'),
  charts: notSupported('Charts'),
  addCharts: notSupported('Add charts'),
  numbers: notSupported('Numbers'),
  removeCharts: notSupported('Remove charts'),
  snapshot: notSupported('Snapshot'),
  restore: notSupported('Restore'),
}
