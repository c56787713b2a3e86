import type { Catalogue, Dataset, DatasetKey } from './catalogue'

/** Search terms for a dataset besides its title and tickers: abbreviations and related terms. */
const otherNames: Readonly<Record<DatasetKey, string>> = {
  home: 'start overview market summary',
  stablecoins: 'tether circle peg supply mint burn stables',
  globalCryptoMarket: 'cex exchanges volume open interest market cap returns',
  bitcoin: 'satoshi mvrv halving miners',
  ethereum: 'ether gas',
  etf: 'exchange traded fund spot funds flows aum nav',
  lending: 'aave compound morpho borrow loan collateral liquidation repo credit',
  spotAnalytics: 'spot volume price pairs exchanges',
  derivatives: 'options iv implied volatility skew smile greeks deribit',
  futures: 'perps perpetuals funding basis carry contango cme',
  staking: 'validators restaking yield lido eigenlayer apr',
  rwa: 'real world assets treasuries tokenised tokenized buidl t-bills',
}

/** A ticker matches like the full title: a user who types one wants the dataset, however many charts mention it. */
export const tickers: Readonly<Partial<Record<DatasetKey, readonly string[]>>> = {
  stablecoins: ['usdt', 'usdc', 'usde', 'dai'],
  bitcoin: ['btc', 'xbt'],
  ethereum: ['eth'],
  etf: ['ibit', 'fbtc', 'etha'],
}

/** Other search terms for a dataset: its folder, category, tickers and related terms. */
export function datasetNames(catalogue: Catalogue, dataset: Dataset): string {
  const folder = catalogue.folderOf(dataset)?.title
  const { subtitle, key } = dataset
  const parts = [folder, subtitle, ...(tickers[key] ?? []), otherNames[key]]
  return parts.filter((part) => part !== undefined).join(' ')
}
