import type { Direction } from './meaning'

/** Verbs and nouns of going up or down. Without a measure beside them some are about prices. */
export const movements: readonly (readonly [
  words: string,
  name: 'growth' | 'change',
  direction: Direction,
  usual?: string,
])[] = [
  ...spread(
    'grow grows grew grown growing rise rises rose risen rising increase increases increased increasing',
    'growth',
    'up',
  ),
  ...spread(
    'climb climbed climbing jump jumps jumped surge surged surging rally rallied soared expanded expanding',
    'growth',
    'up',
  ),
  ...spread(
    'fall falls fell fallen falling drop drops dropped dropping decline declines declined declining',
    'growth',
    'down',
  ),
  ...spread(
    'decrease decreases decreased decreasing shrink shrinks shrank shrunk shrinking plunge plunged tanked tank dumped',
    'growth',
    'down',
  ),
  ...spread(
    'slump slumped slumping crash crashed crashing contracted contracting tumble tumbles tumbled tumbling sink sinks sank sunk sinking slide slides slid sliding dip dips dipped dipping',
    'growth',
    'down',
  ),
  ...spread(
    'slip slips slipped slipping retreat retreated retreating plummet plummets plummeted cratered crater collapse collapsed nosedived sagged weaken weakened depreciated depreciate halved melted softened',
    'growth',
    'down',
  ),
  ...spread(
    'pump pumped pumping recover recovers recovered recovering rebound rebounds rebounded bounce bounced bouncing soar soars soaring skyrocketed mooned ripped spiked spike advanced advance appreciated appreciate strengthened ballooned swelled doubled climbs climbing jumping rallies rallying',
    'growth',
    'up',
  ),
  ...['pull', 'pulls', 'pulled', 'fall', 'fell', 'sell', 'sold', 'drop', 'dropped'].flatMap((verb) =>
    ['back', 'off'].map((way) => [`${verb} ${way}`, 'growth', 'down'] as const),
  ),
  ...['run', 'ran', 'shot', 'shoot', 'come', 'came', 'bounce', 'bounced', 'picked'].flatMap((verb) =>
    [verb.startsWith('come') || verb.startsWith('came') || verb.startsWith('bounce') ? 'back' : 'up'].map(
      (way) => [`${verb} ${way}`, 'growth', 'up'] as const,
    ),
  ),
  ['come down', 'growth', 'down'],
  ['came down', 'growth', 'down'],
  ['went up', 'growth', 'up'],
  ['gone up', 'growth', 'up'],
  ['going up', 'growth', 'up'],
  ['went down', 'growth', 'down'],
  ['gone down', 'growth', 'down'],
  ['going down', 'growth', 'down'],
  ...spread('gain gains gained gaining added', 'change', 'up'),
  ...spread('lose loses lost losing loss losses shed bled bleed bleeding bleeds', 'change', 'down'),
  ['gainer', 'growth', 'up', 'price.close'],
  ['gainers', 'growth', 'up', 'price.close'],
  ['winner', 'growth', 'up', 'price.close'],
  ['winners', 'growth', 'up', 'price.close'],
  ['outperformers', 'growth', 'up', 'price.close'],
  ['laggards', 'growth', 'down', 'price.close'],
  ['underperformers', 'growth', 'down', 'price.close'],
  ['decliners', 'growth', 'down', 'price.close'],
  ['loser', 'growth', 'down', 'price.close'],
  ['losers', 'growth', 'down', 'price.close'],
]

function spread(
  words: string,
  name: 'growth' | 'change',
  direction: Direction,
): readonly (readonly [string, 'growth' | 'change', Direction])[] {
  return words.split(' ').map((word) => [word, name, direction] as const)
}
