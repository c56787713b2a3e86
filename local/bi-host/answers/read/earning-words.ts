import type { Sense } from './lexicon'

/** Of which attributes a value says that its source is meant. */
const things: Readonly<Record<string, readonly string[]>> = {
  lending: ['lending.protocol', 'lending.asset_class'],
  liquidations: ['liquidations.protocol'],
  staking: ['staking.protocol'],
  restaking: ['restaking.protocol'],
  etf: ['etf.fund', 'etf.issuer'],
  stable_supply: ['stable_supply.token'],
  stable_price: ['stable_price.token'],
  stable_bridge: ['stable_bridge.token'],
  rwa: ['rwa.product', 'rwa.asset_class', 'rwa.issuer'],
}

/** "Parked on Aave", "bought by IBIT", "value locked in staking": the sources whose own things are named, and no exchange. */
export const sourcesTied = (names: readonly (readonly Sense[])[]): ReadonlySet<string> =>
  new Set(
    Object.keys(things).filter((source) =>
      names.some(
        (senses) =>
          !senses.some((sense) => sense.kind === 'value' && /^trading\.(?!asset)/.test(sense.id)) &&
          senses.some(
            (sense) =>
              sense.source === source &&
              (sense.kind === 'source' ||
                (sense.kind === 'value' && things[source]?.includes(sense.id) === true) ||
                (sense.kind === 'attribute' &&
                  senses.every((other) => other.source === source || other.kind === 'value'))),
          ),
      ),
    ),
  )
