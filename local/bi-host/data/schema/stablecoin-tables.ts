import { count, day, entity, flow, key, level, state, type Table, text } from './column'
import { fact } from './fact'

const tokenEntity = entity('stablecoin', 'token:usdt')
const token = key('token', 'Stablecoin symbol, or Other.')

export const stablecoinTables: readonly Table[] = [
  fact(
    'f_stable_supply',
    'Stablecoin supply',
    'one day, token and chain',
    'Supply in peg units and why it changed: d(circulating) = issued - redeemed + bridged in - bridged out.',
    [
      day(),
      tokenEntity,
      token,
      text('issuer_group', 'Issuer, related tokens merged (Sky for DAI and USDS).'),
      key('chain', 'Chain on which the tokens circulate.'),
      state(
        'circulating_usd',
        'peg units',
        'Tokens in circulation at the end of the day, counted at one dollar each.',
      ),
      flow(
        'minted_usd',
        'peg units',
        'Gross mint on this chain: issued + bridged in. Not issuance when summed over chains.',
      ),
      flow('burned_usd', 'peg units', 'Gross burn on this chain: redeemed + bridged out.'),
      flow('issued_usd', 'peg units', 'Created by the issuer against new backing.'),
      flow('redeemed_usd', 'peg units', 'Destroyed by the issuer against payout.'),
      flow('bridged_in_usd', 'peg units', 'Arrived from other chains.'),
      flow('bridged_out_usd', 'peg units', 'Left for other chains.'),
    ],
  ),
  fact(
    'f_stable_price',
    'Stablecoin prices',
    'one day and token',
    'Volume-weighted prices over named venues.',
    [
      day(),
      tokenEntity,
      token,
      level('price', 'USD', 'Close of the day, volume weighted.'),
      level('low', 'USD', 'Lowest price on any venue.'),
      level('high', 'USD', 'Highest price on any venue.'),
      text('low_venue', 'Venue of the lowest price.'),
      flow('volume_usd', 'USD', 'Reported volume of the day.'),
    ],
  ),
  fact(
    'f_stable_bridge',
    'Stablecoin movement between chains',
    'one day, token, chain left and chain reached',
    'Bridge and burn-and-mint transfers. By destination they sum to bridged_in_usd, by origin to bridged_out_usd.',
    [
      day(),
      tokenEntity,
      token,
      key('from_chain', 'Chain left.'),
      key('to_chain', 'Chain reached.'),
      flow('amount_usd', 'peg units', 'Gross amount, each transfer once.'),
      count('transfers', 'flow', 'transfers', 'Number of transfers.'),
    ],
  ),
]
