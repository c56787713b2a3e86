/** What has to be so at the token service. Providers are told these names, word for word; contracts/README.md says what each asks. */
export const tokenServiceStates = {
  atWork: 'the token service is at work',
  validAccessToken: 'the access token is valid',
  refusedAccessToken: 'the access token is not valid',
  notAllowed: 'the access token is valid but its owner may not see dashboards',
  askedTooOften: 'the token service is asked too often',
  outOfOrder: 'the token service is out of order',
  pageInBetween: 'a page is answered in the place of a token',
} as const
