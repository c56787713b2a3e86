import { knownPath, type PortalPath } from '../kernel/portal-path'
import { sizes } from '../kernel/limits'

/** Whether "Show more" appears. The clamp itself is in the style sheet. */
export function hasDescriptionToggle(description: string): boolean {
  return description.length > sizes.descriptionToggleCharacters
}

/** A curated dashboard: one page of the portal. */
export interface Dataset {
  readonly key: DatasetKey
  readonly path: PortalPath
  readonly dashboardId: string
  /** The source that the assistant and the builder start with on this page. */
  readonly sourceId?: string
  readonly title: string
  readonly subtitle: string
  readonly description: string
  /** Label in the sidebar: the title, except for Home. */
  readonly sidebarName: string
}

export interface NavigationFolder {
  readonly id: string
  readonly title: string
  readonly children: readonly Dataset[]
}

export type NavigationEntry =
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'folder'; readonly folder: NavigationFolder }

export const datasetKeys = [
  'home',
  'stablecoins',
  'globalCryptoMarket',
  'bitcoin',
  'ethereum',
  'etf',
  'lending',
  'spotAnalytics',
  'derivatives',
  'futures',
  'staking',
  'rwa',
] as const
export type DatasetKey = (typeof datasetKeys)[number]

const defaultSubtitle = 'Digital Assets'

/** The parts of the configuration that white-labeling changes: names and addresses. */
export interface Branding {
  readonly productName: string
  readonly logos: {
    readonly wideLight: string
    readonly wideDark: string
    readonly symbolLight: string
    readonly symbolDark: string
  }
  readonly contactUrl: string
  readonly knowledgeBaseUrl: string
}

export interface CatalogueConfiguration {
  readonly productName: string
  /** A dataset without a dashboard id has no page. */
  readonly dashboardIds: Readonly<Partial<Record<DatasetKey, string>>>
  readonly sourceIds: Readonly<Partial<Record<DatasetKey, string>>>
}

export interface Catalogue {
  readonly datasets: readonly Dataset[]
  readonly navigation: readonly NavigationEntry[]
  /** The dataset whose source is used on pages without one: Home, which covers the most, or else the first dataset with a source. */
  readonly widest: Dataset | undefined
  byPath(path: string): Dataset | undefined
  byDashboardId(id: string): Dataset | undefined
  folderOf(dataset: Dataset): NavigationFolder | undefined
}

type Text = Pick<Dataset, 'title' | 'subtitle' | 'description'> & { path: string; sidebarName?: string }

/** Routes, titles, subtitles and descriptions (specification, section 2.2), in the specification's order. */
const texts: Readonly<Record<DatasetKey, Text>> = {
  home: {
    path: '/home',
    // Filled in with the configured product name.
    title: '',
    subtitle: 'Home',
    sidebarName: 'Home',
    description:
      'Institutional-grade, digital asset intelligence powering actionable insights across blockchain and market data.',
  },
  stablecoins: {
    path: '/datasets/stablecoins',
    title: 'Stablecoins',
    subtitle: defaultSubtitle,
    description:
      'Stablecoin supply and distribution across chains, for USDT, USDC, USDe and others: market cap, circulation and cross-chain movement, with every issue and redemption told apart from what was only bridged.',
  },
  globalCryptoMarket: {
    path: '/datasets/global-digital-asset-markets',
    title: 'Global Crypto Market',
    subtitle: defaultSubtitle,
    description:
      'A recap of activity on centralized exchanges: returns, volumes and open interest by market type, by exchange and by underlying asset.',
  },
  bitcoin: {
    path: '/datasets/bitcoin',
    title: 'Bitcoin',
    subtitle: 'Institutional Insights',
    description:
      'Price and trend, sentiment, and the indicators that have marked tops and bottoms: cost basis, valuation, miners, momentum and demand from funds.',
  },
  ethereum: {
    path: '/datasets/ethereum',
    title: 'Ethereum',
    subtitle: 'Institutional Insights',
    description:
      'Price and trend, sentiment, and top and bottom indicators for ether, beside its supply, its fees, its staking and its strength against bitcoin.',
  },
  etf: {
    path: '/datasets/etf',
    title: 'ETF',
    subtitle: 'TradFi Equities',
    description:
      'Analytics on the approved Bitcoin and Ethereum exchange-traded funds: flows, holdings, assets under management, premium to net asset value and trading volume, by fund and by issuer.',
  },
  lending: {
    path: '/datasets/lending',
    title: 'Lending',
    subtitle: 'DeFi',
    description:
      'On-chain credit and repo markets: how people borrow and lend, what it costs, how loans are collateralized, and when they are liquidated.',
  },
  spotAnalytics: {
    path: '/datasets/spot-analytics',
    title: 'Spot Analytics',
    subtitle: 'Trading & Research',
    description: 'Spot volumes, prices and trading sentiment, across exchanges and assets.',
  },
  derivatives: {
    path: '/datasets/derivatives',
    title: 'Derivatives',
    subtitle: 'Trading & Research',
    description:
      'Options and futures: implied and realized volatility, skew, smiles and term structures, with volume and open interest.',
  },
  futures: {
    path: '/datasets/futures',
    title: 'Futures',
    subtitle: 'Trading & Research',
    description:
      'Funding rates, the cost of carry, open interest and volumes of perpetual and dated futures across exchanges.',
  },
  staking: {
    path: '/datasets/staking',
    title: 'Staking',
    subtitle: 'Yield',
    description:
      'Historical yield of networks and of staking and restaking protocols, beside the value staked and what issuance takes back.',
  },
  rwa: {
    path: '/datasets/rwa',
    title: 'RWA',
    subtitle: 'Tokenization',
    description:
      'Tokenised real-world assets: market trends, tokenisation volumes and institutional adoption, by asset class, issuer and chain.',
  },
}

/** The navigation tree (specification, section 2.7): three pages, then five folders. */
const tree: readonly (DatasetKey | { id: string; title: string; children: readonly DatasetKey[] })[] = [
  'home',
  'stablecoins',
  'globalCryptoMarket',
  { id: 'institutional-metrics', title: 'Institutional Metrics', children: ['bitcoin', 'ethereum'] },
  { id: 'tradfi', title: 'TradFi', children: ['etf'] },
  { id: 'defi', title: 'DeFi', children: ['lending'] },
  { id: 'trading-markets', title: 'Trading Markets', children: ['spotAnalytics', 'derivatives', 'futures'] },
  { id: 'on-chain', title: 'On-chain', children: ['staking', 'rwa'] },
]

export function createCatalogue(configuration: CatalogueConfiguration): Catalogue {
  const text = { ...texts, home: { ...texts.home, title: configuration.productName } }
  const datasets = datasetKeys.flatMap((key): readonly Dataset[] => {
    const dashboardId = configuration.dashboardIds[key]
    const sourceId = configuration.sourceIds[key]
    if (dashboardId === undefined) return []
    return [
      {
        key,
        sidebarName: text[key].title,
        ...text[key],
        path: knownPath(text[key].path),
        dashboardId,
        ...(sourceId === undefined ? {} : { sourceId }),
      },
    ]
  })
  const datasetsOf = (wanted: DatasetKey): readonly Dataset[] => datasets.filter(({ key }) => key === wanted)
  const navigation = tree.flatMap((entry): readonly NavigationEntry[] => {
    if (typeof entry === 'string') return datasetsOf(entry).map((dataset) => ({ kind: 'dataset', dataset }))
    const children = entry.children.flatMap(datasetsOf)
    return children.length === 0
      ? []
      : [{ kind: 'folder', folder: { id: entry.id, title: entry.title, children } }]
  })
  return {
    datasets,
    navigation,
    // `datasets` starts with Home.
    widest: datasets.find(({ sourceId }) => sourceId !== undefined),
    byPath: (path) => datasets.find((entry) => entry.path === path),
    byDashboardId: (id) => datasets.find((entry) => entry.dashboardId.toLowerCase() === id.toLowerCase()),
    folderOf(entry) {
      for (const item of navigation) {
        if (item.kind === 'folder' && item.folder.children.includes(entry)) return item.folder
      }
      return undefined
    },
  }
}
