import { namesOf } from './name-lists'

/** `concept / value`, and how else the value is called. */
const desk = `
  asset / ETH: ethers
  asset / DOGE: doge coin
  asset / LTC: lite coin
  asset / HYPE: hype token, hyperliquid token
  chain / Solana: sol
  chain / Avalanche: avax
  chain / Arbitrum: arb, arbitrum one
  chain / Polygon: pol, polygon pos
  chain / TON: the open network, telegram network
  chain / Hyperliquid: hyperevm
  chain / XRP Ledger: xrpl, ripple
  network / TON: gram, toncoin, the open network
  network / Cosmos Hub: cosmos
  exchange / Gate: gate.io, gateio
  exchange / OKX: okex
  exchange / CME: chicago mercantile exchange
  exchange / Hyperliquid: hl, hyper liquid
  market type / Perpetual: perpetual swaps, perpetual swap, perp futures, perp swaps, perpetual contracts, perp contracts
  market type / Dated future: fixed expiry futures, expiring futures, delivery futures, dated contracts
  market type / Spot: spot markets
  venue kind / Regulated: regulated exchanges, regulated venues
  venue kind / DEX: decentralised, decentralized, on-chain venues, onchain exchanges, decentralised venues, decentralized
    venues, defi exchanges
  venue kind / CEX: centralised, centralized, centralised venues, centralized venues
  sector / Meme: memes, memecoins, meme coins, memecoin, meme coin
  sector / Smart contracts: layer 1s, layer 1, l1s, l1, smart contract platforms, smart contract coins, layer ones
  sector / DeFi: defi tokens, defi coins
  sector / Exchange: exchange tokens, exchange coins
  sector / Oracle: oracles, oracle tokens, oracle coins
  sector / Payments: payment coins, payment tokens, payments coins
  stablecoin / USDT: tether usd, usd tether
  stablecoin / USDe: ethena dollar
  stablecoin / USDS: sky dollar
  stablecoin / PYUSD: paypal usd, paypal, paypal dollar
  stablecoin / FDUSD: first digital usd
  stablecoin / USD1: world liberty usd, wlfi usd
  issuer group / Sky: maker, makerdao
  issuer group / World Liberty Financial: wlfi, world liberty
  issuer group / Ethena: ethena labs
  stablecoin backing / Fiat reserves: cash backed, cash-backed, dollar backed, dollar-backed, reserve backed, reserve-backed
  stablecoin backing / Crypto collateral: crypto-collateralised, crypto-collateralized, over-collateralised,
    over-collateralized
  stablecoin backing / Synthetic: delta neutral, delta-neutral, synthetic stablecoins
  fund sponsor / BlackRock: black rock
  fund sponsor / Grayscale: greyscale, gray scale
  fund sponsor / VanEck: van eck
  fund sponsor / ARK 21Shares: 21shares, ark invest, 21 shares
  fund sponsor / Franklin Templeton: templeton
  fund / IBIT: ishares bitcoin trust
  fund / GBTC: grayscale bitcoin trust
  fund / ETHE: grayscale ethereum trust
  fund / BTC (Grayscale Mini): bitcoin mini trust, grayscale bitcoin mini trust, grayscale mini btc, grayscale mini bitcoin
  fund / ETH (Grayscale Mini): ethereum mini trust, grayscale ethereum mini trust, grayscale mini eth, grayscale mini ether
  lending asset / wstETH: steth, wrapped steth, lido steth
  lending asset / WBTC: wrapped btc
  lending asset / cbBTC: coinbase btc, coinbase bitcoin, coinbase wrapped btc
  lending asset / weETH: eeth
  lending asset / JitoSOL: jito sol
  lending asset class / Dollar: for dollars, on dollars, dollar pools, dollar markets, usd stablecoins, dollar stablecoins,
    dollar-pegged coins, pegged coins
  lending asset class / Bitcoin: bitcoin wrappers, btc wrappers, wrapped bitcoins
  lending asset class / Staked ether: lst, liquid staked ether
  lending protocol / Morpho: morpho blue
  staking provider / ether.fi: etherfi, ether fi
  staking provider / Rocket Pool: reth, rocketpool
  staking provider / Jito: jitosol
  staking provider / Marinade: msol
  staking provider / Coinbase: cbeth
  staking provider / JustLend sTRX: justlend
  staking provider / Lido: lido finance
  staking provider / Native: native staking, solo staking, solo stakers, direct staking
  restaking protocol / EigenLayer: eigen, eigen layer
  liquidation side / Long: long positions, long side, bulls
  liquidation side / Short: short positions, short side, bears
  option type / Put: put options, put option
  option type / Call: call options, call option
  expiry kind / Weekly: weeklies, weekly expiries, weekly contracts
  expiry kind / Monthly: monthlies, monthly expiries, monthly contracts
  expiry kind / Quarterly: quarterlies, quarterly expiries, quarterly contracts
  rwa class / Treasuries: us treasuries, tokenised t-bills, tokenized t-bills, tokenised treasury, tokenized treasury, treasury
    funds, treasury products, treasury tokens, government debt, us government debt, tokenised bonds, tokenized bonds,
    bonds, tokenised money market funds, tokenized money market funds, tokenised government bonds
  rwa class / Gold: commodities, commodity, tokenised commodities, tokenized commodities, gold tokens, gold-backed tokens,
    bullion, precious metals
  rwa class / Equities: stock, equity, tokenised stock, tokenized stock, tokenised equities, tokenized equities, tokenised
    shares, tokenized shares, stock tokens, tokenised equity, tokenized equity, us stocks
  rwa class / Private credit: private debt, private loans, tokenised credit, tokenized credit, tokenised private credit, tokenized
    private credit, credit funds
  rwa class / Repo: repos, tokenised repo, tokenized repo, repurchase agreements
  transfer class / Distributed: freely transferable, transferable
  transfer class / Represented: non transferable, not transferable, non-transferable
  rwa issuer / WisdomTree: wisdom tree
  rwa issuer / Franklin Templeton: franklin, templeton
  rwa product / XAUT: tether gold
  rwa product / PAXG: pax gold, paxos gold
  rwa product / BUIDL: blackrock buidl
  rwa product / syrupUSDC: syrup
  rwa product / FIGR HELOC: heloc, helocs, figure heloc
  rwa product / xStocks: x stocks
  rwa product / ACRED: apollo credit
  calendar market / NYSE: new york stock exchange, stock market, us stock market, wall street
  holiday / Labor Day: labour day
  holiday / Washington's Birthday: presidents day
  holiday / Good Friday: easter
  holiday / Independence Day: july 4th, july fourth
  event kind / rename: renames, rebrands, rebrand, renamings
  event kind / shock: crashes, selloffs, sell-offs, market shocks
  event kind / listing: launches, new listings
  event kind / network: network upgrade, forks, hard forks
  event kind / expiry: big expiries, large expiries
`

/** Short and everyday names of things, by concept and value. */
export const deskValues: readonly (readonly [concept: string, value: string, names: readonly string[]])[] =
  namesOf(desk).map(([of, names]) => {
    const [concept = '', value = ''] = of.split(' / ')
    return [concept, value, names] as const
  })
