/** What has to be so at the flag service. Providers are told these names, word for word; contracts/README.md says what each asks. */
export const flagEvaluationStates = {
  atWork: 'the flag service is at work',
  unchanged: 'the flags are as they were',
  oneCannotBeEvaluated: 'one flag cannot be evaluated',
  refused: 'the flag service refuses this portal',
  outOfOrder: 'the flag service is out of order',
  pageInBetween: 'a page is answered in the place of the flags',
} as const
