import { weekdayWords } from './groups-said'

/** Words of the trade that the model's own labels and synonyms do not have. */
export const extraSynonyms: Readonly<Record<string, readonly string[]>> = {
  'price.close': ['closing price', 'close price', 'worth'],
  'price.supply': ['coins in circulation', 'supply', 'circulating coins'],
  'market_cap.cap': ['marketcap', 'crypto market cap', 'market value'],
  'trading.volume': ['traded', 'traded volume', 'trading activity', 'exchange volume'],
  'trading.open_interest': ['ois'],
  'funding.funding_rate': ['annualized funding', 'perp funding', 'funding cost'],
  'stable_supply.supply': [
    'stablecoin market cap',
    'stablecoin mcap',
    'stablecoin cap',
    'mcap of stablecoins',
    'stablecoin circulation',
    'stablecoins outstanding',
    'stables supply',
  ],
  'stable_supply.net_issuance': [
    'stablecoin issuance',
    'net stablecoin issuance',
    'stablecoin flow',
    'stablecoin net flow',
    'stablecoin inflow',
    ...outflowWords().filter((text) => text.startsWith('stablecoin')),
  ],
  'stable_supply.issued': ['issuances'],
  'stable_price.deviation': ['deviation', 'depegging'],
  'stable_price.volume': ['stablecoin trading volume', 'stablecoin turnover'],
  'etf.net_flow': [
    'fund flows',
    'etf net inflows',
    ...outflowWords().filter((text) => !/^(?:rwa|stablecoin) /.test(text)),
  ],
  'etf.aum': ['etf aum', 'etf assets under management', 'etf net assets'],
  'etf.holdings': ['etf coins', 'coins held by etfs', 'held by etfs', 'held by funds', 'held in etfs'],
  'etf.funds': ['number of etfs', 'how many etfs', 'how many funds', 'etf count', 'fund count'],
  'etf.premium': ['etf premium'],
  'etf.fee': ['etf fee'],
  'lending.supplied': ['total supplied', 'supplied assets', 'lending deposits'],
  'lending.borrowed': ['total borrowed', 'outstanding loans', 'active loans'],
  'lending.utilisation': ['utilization rate', 'utilisation rate'],
  'lending.borrow_apy': [
    'cost of borrowing',
    'cost to borrow',
    'borrowing rate',
    'borrow apr',
    'borrowing apy',
  ],
  'lending.supply_apy': ['supply apr', 'lending apy', 'deposit apy'],
  'staking.staked': ['staked', 'value staked', 'amount staked'],
  'staking.apr': ['staking apy'],
  'rwa.value': ['tokenized value', 'tokenised assets value', 'rwa market cap', 'rwa size'],
  'rwa.holders': ['rwa holders', 'number of holders'],
  'rwa.net_subscriptions': ['rwa net flows', 'net inflow of rwa', 'rwa flows', 'rwa outflow', 'net inflows'],
  'onchain.exchange_balance': ['held on exchanges', 'balance on exchanges', 'balance', 'balances'],
  'onchain.active_addresses': ['daily active addresses'],
  'option_surface.atm': ['atm implied vol', 'dvol', 'implied'],
  'options.put_call_oi': ['put call', 'put/call ratio', 'put to call ratio'],
  'options.volume': ['volume of options', 'volume'],
  'options.open_interest': ['open interest of options', 'open interest', 'oi'],
  'futures_term.basis': ['annualized basis', 'futures carry'],
  'futures_term.open_interest': [
    'futures open interest',
    'open interest',
    'oi',
    'dated futures oi',
    'dated oi',
  ],
  'futures_term.volume': ['futures volume', 'volume'],
  'exchange_liquidations.amount': ['liquidations', 'liquidated', 'centralised liquidations'],
  'sentiment.posts': [
    'posts',
    'tweets',
    'social mentions',
    'social media posts',
    'social media mentions',
    'social activity',
  ],
  'rates.policy': ['fed funds rate', 'fed rate'],
  'hourly.volume': ['volume', 'traded', 'trading volume'],
  'hourly.hour': ['hour of the day', 'time of day'],
  'hourly.weekday': ['day of the week'],
  'events.kind': ['kind', 'type'],
  'rates.bill': ['t-bill yield', 'treasury bill rate'],
  'trading.exchange': ['trading venue'],
  'rwa.product': ['rwa product', 'tokenised product', 'tokenised asset', 'tokenized asset', 'rwa'],
  'staking.network': ['blockchain'],
}

/** Words that say which subject is meant. */
export const extraSourceWords: Readonly<Record<string, readonly string[]>> = {
  funding: [
    'for longs',
    'to be long',
    'to go long',
    'to stay long',
    'to hold a long',
    'being long',
    'go long',
    'long open',
    'longs open',
    'long position open',
    'keep a long',
  ],
  stable_supply: ['stables', 'stable', 'bridges'],
  stable_price: ['stablecoins', 'stablecoin'],
  stable_bridge: ['stablecoins', 'stablecoin', 'cross-chain', 'between chains', 'across chains'],
  etf: ['fund', 'exchange-traded', 'spot', 'us spot', 'us-listed'],
  hourly: ['spot', 'spot trading', 'trading', 'intraday', 'hourly', ...weekdayWords],
  rwa: ['real-world assets', 'real world assets', 'tokenised', 'tokenized', 'tokenisation', 'tokenization'],
  staking: ['staking', 'stakers'],
  restaking: ['restaking', 'restakers', 'restaker'],
  lending: ['lending', 'loans', 'defi lending', 'money market'],
  options: ['option'],
  option_surface: ['implied', 'options'],
  futures_term: ['future'],
  onchain: ['on-chain', 'onchain', 'miners', 'mining'],
  trading: ['exchange', 'venue', 'trading', 'derivatives', 'derivative'],
  sentiment: ['crowd', 'social media', 'social', 'twitter', 'online'],
}

/** What a question is about when it names a subject and no measure. */
export const usualMeasure: Readonly<Record<string, string>> = {
  price: 'price.close',
  market_cap: 'market_cap.cap',
  trading: 'trading.volume',
  option_surface: 'option_surface.atm',
}

/** What flows out is a net flow below zero. */
export const outward: ReadonlySet<string> = new Set(outflowWords())

function outflowWords(): readonly string[] {
  return ['', 'net ', 'etf ', 'fund ', 'etf net ', 'rwa ', 'stablecoin '].flatMap((kind) => [
    `${kind}outflow`,
    `${kind}outflows`,
  ])
}

/** What a ranking without a noun is about, where it is not the first attribute. */
export const usualThing: Readonly<Record<string, string>> = {
  etf: 'etf.fund',
  option_strikes: 'option_strikes.strike',
}

/** Measures that only one asset has. */
export const onlyFor: Readonly<Record<string, string>> = {
  'onchain.hash_rate': 'BTC',
  'onchain.burned': 'ETH',
}

/** Words that hold a question together and ask nothing. */
export const fillers = new Set(
  `a an the of in on at to for from as is are was were be been do does did has have had it its their there this that these those me my we us you i
  show give tell get plot draw display see want know need like would could can please let lets find list what whats how much many who where when
  value values number amount figure figures level data chart graph plot diagram view picture with and or out off about into onto within among
  s t usd dollar dollars us terms being held hold holds currently now latest present right today's alone compare compared comparison between
  total overall combined altogether together sum average mean avg crypto market-wide total's happened happening
  look looks looking like doing done morning afternoon evening rows row been big large whole entire active people sits sit live lives higher lower bigger larger smaller hit took place trade trades requirement requirements status closed traded trading ended stood stand stands standing finished sat quick quickly overview pls kindly thanks thank hi hello hey d m ll re ve wondering interested ever
  both side sort sorted order ordered rank ranked fast quickly pay pays paying offer offers charge charges earn earns report reports current saw experienced recorded date dates via through any sees seeing profile make makes put take takes taking go going come comes gets got seen then ok okay again back keep
  break than broken settle settles settled settling everything everywhere down split breakdown group grouped handled handles handle processed processes process transacted facilitated executed use using gimme lemme whos say recent recently strayed drifted annualised annualized money actually pattern patterns really roughly around approximately so far utc gmt but exactly precisely simply basically honestly count counts went goes belong belongs happens happen cost costs own owns hosts host hosted hosting houses heavily actively still ranking popular typically usually away separately individually here averages sums totals anything`.split(
    /\s+/,
  ),
)
