import Activity from 'lucide-react/icons/activity'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Blocks from 'lucide-react/icons/blocks'
import Building2 from 'lucide-react/icons/building-2'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import ChartPie from 'lucide-react/icons/chart-pie'
import ChartSpline from 'lucide-react/icons/chart-spline'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import Gem from 'lucide-react/icons/gem'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import House from 'lucide-react/icons/house'
import Landmark from 'lucide-react/icons/landmark'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Link from 'lucide-react/icons/link'
import Sprout from 'lucide-react/icons/sprout'
import Warehouse from 'lucide-react/icons/warehouse'

import type { ReactNode } from 'react'

export type Icon = typeof House

/** Each item of the navigation has an icon chosen by its title (specification, section 2.7). */
const byTitle: ReadonlyMap<string, Icon> = new Map([
  ['Home', House],
  ['Stablecoins', CircleDollarSign],
  ['Global Crypto Market', Globe],
  ['Institutional Metrics', Building2],
  ['Bitcoin', Bitcoin],
  ['Ethereum', Gem],
  ['TradFi', Landmark],
  ['ETF', ChartPie],
  ['DeFi', Blocks],
  ['Lending', HandCoins],
  ['Trading Markets', ChartCandlestick],
  ['Spot Analytics', Activity],
  ['Derivatives', ChartSpline],
  ['Futures', CalendarClock],
  ['On-chain', Link],
  ['Staking', Sprout],
  ['RWA', Warehouse],
  ['All Dashboards', LayoutDashboard],
  ['Data Weaver', ChartNoAxesCombined],
])

const pictures: ReadonlyMap<string, (size: number) => ReactNode> = new Map(
  [...byTitle].map(([title, Mark]) => [title, (size) => picture(Mark, size)]),
)

function picture(Mark: Icon, size: number): ReactNode {
  return <Mark size={size} strokeWidth={1.75} aria-hidden="true" />
}

/** The icon of a navigation item, in the sidebar's stroke. An unknown title gets a chart. */
export function itemIcon(title: string, size: number): ReactNode {
  return pictures.get(title)?.(size) ?? picture(ChartColumn, size)
}
