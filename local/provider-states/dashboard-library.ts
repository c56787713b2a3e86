/** What has to be so at the BI host. Providers are told these names, word for word; contracts/README.md says what each asks. */
export const dashboardLibraryStates = {
  hasDashboards: 'the person has dashboards of their own',
  hasNone: 'the person has no dashboards',
  olderWords: 'the list is written in older words',
  pageInBetween: 'a page is answered in the place of the list',
  mayCreate: 'the person may make dashboards',
  makesNothing: 'an import is taken but makes no dashboard',
  refusedToken: 'the BI token is not valid',
  notAllowed: 'the BI token is valid but its owner may not do this',
  absent: 'there is no dashboard with that id for this person',
  gatewayGaveUp: 'a gateway before the BI host has given up waiting',
  outOfOrder: 'the BI host is out of order',
} as const

/** The dashboard that the states speak of; its id is told as their parameter. */
export const exampleDashboardId = 'd4a1b6c2-3e57-4f80-9b1d-7c0e52a4f6d8'
