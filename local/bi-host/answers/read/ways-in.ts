/** "You can get into with less than 1000 dollars", "we can buy for under 5k": the least that is taken. */
export const waysIn = (): readonly string[] =>
  ['you', 'i', 'we', 'one', 'anyone', 'someone', 'people', 'investors'].flatMap((who) =>
    [
      'buy',
      'buy into',
      'get',
      'get into',
      'get in',
      'invest',
      'invest in',
      'enter',
      'start',
      'access',
      'join',
      'afford',
    ].flatMap((verb) =>
      ['with', 'for'].flatMap((tail) => [`${who} can ${verb} ${tail}`, `can ${who} ${verb} ${tail}`]),
    ),
  )
