import { percent, usd, usdChange, basisPoints, price, count } from '../formats'
import { measure, by, additive, ratioOf, semiAdditive, daily, type Source } from '../source'

export const stableBridge: Source = {
  id: 'stable_bridge',
  revisions: 'Provisional for 48 hours. A bridge that is added changes history.',
  label: 'Stablecoin movement between chains',
  description: 'One day, stablecoin, chain left and chain reached: bridge and burn-and-mint transfers.',
  ...daily('f_stable_bridge'),
  synonyms: ['bridges', 'bridge'],
  measures: {
    bridged: measure('Bridged', usd, additive('amount_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition:
        'Gross amount moved between chains, each transfer counted once. Moving is not issuing: total supply does not change.',
      synonyms: ['bridge volume', 'bridged volume', 'cross-chain', 'moved between chains'],
    }),
    transfers: measure('Transfers', count, additive('transfers'), {
      unit: 'Transfers, summed over the interval',
      definition:
        'Number of transfers between chains. A few large ones can outweigh thousands of small ones.',
      synonyms: ['number of transfers', 'bridge transfers'],
    }),
  },
  attributes: {
    token: by('Stablecoin', 'token', 'stablecoin', 'token, stablecoin'),
    from_chain: by('From chain', 'from_chain', 'origin chain', 'from chain, origin, source chain'),
    to_chain: by('To chain', 'to_chain', 'destination chain', 'to chain, destination, target chain'),
  },
}

export const stablePrice: Source = {
  id: 'stable_price',
  revisions: 'Provisional for one hour.',
  label: 'Stablecoin prices',
  description:
    'One day and stablecoin: volume-weighted price over named venues. Baskets without a peg are left out.',
  ...daily('f_stable_price'),
  from: '(select p.*, d.issuer_group from f_stable_price p join dim_stablecoin d using (entity_id) where not d.is_basket)',
  synonyms: ['peg', 'depeg'],
  measures: {
    deviation: measure('Deviation from par', basisPoints, ratioOf('(price - 1) * 10000', '1'), {
      unit: 'Basis points from one dollar at the daily close, volume weighted',
      definition:
        '(price - 1) x 10,000. The close hides what happened in between: the band shows the worst low and high of the day on any venue.',
      synonyms: ['peg', 'depeg', 'peg deviation', 'off peg', 'par'],
      requires: ['token'],
    }),
    deviation_low: measure('Worst low from par', basisPoints, ratioOf('(low - 1) * 10000', '1', 'interval'), {
      folds: { top: 'lowest', bottom: 'lowest' },
      unit: 'Basis points from one dollar, lowest price of the interval on any venue',
      definition: 'One thin venue can set it: look at the volume before calling it a depeg.',
      requires: ['token'],
    }),
    deviation_high: measure('Highest from par', basisPoints, ratioOf('(high - 1) * 10000', '1', 'interval'), {
      folds: { top: 'highest', bottom: 'highest' },
      unit: 'Basis points from one dollar, highest price of the interval on any venue',
      definition: 'A premium shows demand for dollars on that venue; one thin venue can set it.',
      requires: ['token'],
    }),
    price: measure('Stablecoin price', { ...price, digits: 4 }, ratioOf('price', '1'), {
      unit: 'US dollars at the daily close, volume weighted',
      definition: 'Volume-weighted over named venues. A single venue can trade elsewhere.',
      requires: ['token'],
    }),
    volume: measure('Stablecoin volume', usd, additive('volume_usd'), {
      unit: 'US dollars, summed over the interval',
      definition: 'Reported trading volume against all pairs; some of it is wash trading.',
      synonyms: ['turnover', 'trading volume'],
      better: 'up',
    }),
  },
  attributes: {
    token: by('Stablecoin', 'token', 'stablecoin', 'token, stablecoin'),
    issuer: by('Issuer', 'issuer_group', 'issuer group', 'issuer'),
  },
}

export const stableSupply: Source = {
  id: 'stable_supply',
  revisions:
    'Provisional for 48 hours. A chain or a wallet of an issuer that is found later changes history.',
  label: 'Stablecoin supply',
  description: 'One day, stablecoin and chain: tokens in circulation and why their number changed.',
  ...daily('f_stable_supply'),
  from: '(select s.*, d.backing, d.attestation_date from f_stable_supply s join dim_stablecoin d using (entity_id))',
  synonyms: ['stablecoins', 'stablecoin'],
  measures: {
    supply: measure('Supply', usd, semiAdditive('circulating_usd'), {
      unit: 'Tokens at one dollar each, end of the UTC day',
      definition:
        'Tokens in circulation, counted at one dollar each; bridged copies are left out. It is not market value: in a depeg the two differ.',
      synonyms: ['circulating', 'circulation', 'stablecoin supply', 'outstanding', 'float'],
      better: 'up',
    }),
    net_issuance: measure('Net issuance', usdChange, additive('issued_usd - redeemed_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition:
        'Issued less redeemed by the issuer. Burning on one chain to mint on another is movement, not issuance, and is left out.',
      synonyms: ['issuance', 'net issued', 'net mint', 'minting'],
      better: 'up',
    }),
    issued: measure('Issued', usd, additive('issued_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition:
        'Created by the issuer against new backing. Mints that only follow a burn on another chain are left out.',
      synonyms: ['mint', 'minted', 'creation'],
      better: 'up',
    }),
    redeemed: measure('Redeemed', usd, additive('redeemed_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition:
        'Destroyed by the issuer against payout. Burns that only precede a mint on another chain are left out.',
      synonyms: ['redemption', 'burn', 'burned', 'redeem'],
      better: 'down',
    }),
    bridged_in: measure('Bridged in', usd, additive('bridged_in_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition: 'Arrived on the chain from other chains. Over all chains it equals what was bridged out.',
      synonyms: ['arrived', 'inflow from chains'],
    }),
    bridged_out: measure('Bridged out', usd, additive('bridged_out_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition: 'Left the chain for other chains. Over all chains it equals what was bridged in.',
      synonyms: ['left', 'outflow to chains'],
    }),
    net_bridged: measure('Net movement', usdChange, additive('bridged_in_usd - bridged_out_usd'), {
      unit: 'Tokens at one dollar each, summed over the interval',
      definition: 'Received from other chains less sent to them. An inflow is movement, not new dollars.',
      synonyms: ['net bridge flow', 'net bridged', 'net flow by chain'],
    }),
    dollar_share: {
      ...ratioOf("case when token in ('USDT', 'USDC') then circulating_usd else 0 end", 'circulating_usd'),
      scale: 100,
      label: 'USDT + USDC share',
      format: percent,
      unit: 'Percent of all stablecoin supply, end of the UTC day',
      definition:
        'Supply of the two largest issuers over all supply. A high share means that two issuers carry the risk of the whole.',
      synonyms: ['top two share', 'concentration'],
    },
  },
  attributes: {
    token: by('Stablecoin', 'token', 'stablecoin', 'token, coin, stablecoin, stable'),
    backing: by('Backing', 'backing', 'stablecoin backing', 'backing, collateral type'),
    attestation: by('Reserve report', 'attestation_date', 'attestation', '', { kind: 'day' }),
    issuer: by('Issuer', 'issuer_group', 'issuer group', 'issuer, issuer group'),
    chain: by('Chain', 'chain', 'chain', 'chain, network, blockchain', {
      aliases: { 'BNB Chain': ['bnb', 'bsc', 'binance chain'], Ethereum: ['eth mainnet', 'mainnet'] },
    }),
  },
}
