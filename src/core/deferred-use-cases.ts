import type { UseCases } from './use-cases'

/**
 * The use cases before their ports are there: every call waits for them. This is what lets the shell paint, and even be clicked,
 * while the vendors' chunks are still on their way.
 */
export function deferredUseCases(ready: Promise<UseCases>): UseCases {
  const later =
    <Name extends keyof UseCases>(name: Name) =>
    async (...given: Parameters<UseCases[Name]>): Promise<Awaited<ReturnType<UseCases[Name]>>> => {
      const useCase = (await ready)[name] as (...given: readonly unknown[]) => Promise<unknown>
      return (await useCase(...given)) as Awaited<ReturnType<UseCases[Name]>>
    }
  return {
    startSession: later('startSession'),
    signIn: later('signIn'),
    signOut: later('signOut'),
    accessToken: later('accessToken'),
    chooseTheme: later('chooseTheme'),
    openView: later('openView'),
    listDashboards: later('listDashboards'),
    createDashboard: later('createDashboard'),
    deleteDashboard: later('deleteDashboard'),
    dashboardsChanged: later('dashboardsChanged'),
    askResearch: later('askResearch'),
    stopResearch: later('stopResearch'),
    repeatResearch: later('repeatResearch'),
    reopenAnswer: later('reopenAnswer'),
    clearResearch: later('clearResearch'),
    startFlags: later('startFlags'),
    leavePreview: later('leavePreview'),
    rememberSidebar: later('rememberSidebar'),
    changeKept: later('changeKept'),
    singleKeys: later('singleKeys'),
    chooseSingleKeys: later('chooseSingleKeys'),
    report: later('report'),
  }
}
