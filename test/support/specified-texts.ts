/**
 * Every text of the specification that users read: sections 1, 2, 4, 8 and 9. Tests take them from here, by role and name; docs/texts.md
 * compares them with the specification. All other texts are the portal's own.
 */

/** Section 2.2, in its order: route, title, subtitle. */
export const routes = [
  ['/home', 'Assay', 'Home'],
  ['/datasets/stablecoins', 'Stablecoins', 'Digital Assets'],
  ['/datasets/global-digital-asset-markets', 'Global Crypto Market', 'Digital Assets'],
  ['/datasets/bitcoin', 'Bitcoin', 'Institutional Insights'],
  ['/datasets/ethereum', 'Ethereum', 'Institutional Insights'],
  ['/datasets/etf', 'ETF', 'TradFi Equities'],
  ['/datasets/lending', 'Lending', 'DeFi'],
  ['/datasets/spot-analytics', 'Spot Analytics', 'Trading & Research'],
  ['/datasets/derivatives', 'Derivatives', 'Trading & Research'],
  ['/datasets/futures', 'Futures', 'Trading & Research'],
  ['/datasets/staking', 'Staking', 'Yield'],
  ['/datasets/rwa', 'RWA', 'Tokenization'],
] as const

/** Section 2.7: the rows before the folders, and each folder with its pages. */
export const topRows = ['Home', 'Stablecoins', 'Global Crypto Market'] as const
export const folders = {
  'Institutional Metrics': ['Bitcoin', 'Ethereum'],
  TradFi: ['ETF'],
  DeFi: ['Lending'],
  'Trading Markets': ['Spot Analytics', 'Derivatives', 'Futures'],
  'On-chain': ['Staking', 'RWA'],
} as const
export const treeRows: readonly string[] = [...topRows, ...Object.keys(folders)]

/** Section 9, "User-facing relabels": what embedded views show in place of the provider's texts. */
export const relabels = [
  'No data',
  'Deep Research',
  'Run Deep Research',
  'Deep Research Analysis',
  'Get AI-powered insights about this data',
] as const

/** How a text is found: as the name of this role, or by its location. An alert may continue after it. */
export type Kind =
  | 'heading'
  | 'button'
  | 'link'
  | 'alert'
  | 'text'
  | 'title'
  | 'label'
  | 'placeholder'
  | 'tooltip'
export interface Specified {
  readonly section: string
  readonly kind: Kind
  readonly text: string
  /** Part of the page, where the same words may occur outside it. */
  readonly within?: 'main'
}

const of =
  (section: string, within?: 'main') =>
  (kind: Kind, ...texts: readonly string[]): readonly Specified[] =>
    texts.map((text) => ({ section, kind, text, ...(within === undefined ? {} : { within }) }))
const home = of('1')
const dataset = of('2.3', 'main')
const gallery = of('2.5', 'main')
const dialog = of('2.5')
const saved = of('2.6', 'main')
const shell = of('2.7')
const failure = of('8')

export const homeSentence =
  'Institutional-grade, digital asset intelligence powering actionable insights across blockchain and market data.'
export const invitation = 'Please log in to access the platform and analyze this dataset.'
const signedOutNotice = [
  ...gallery('heading', 'Saved Dashboards'),
  ...gallery('text', 'Sign in to access your saved dashboards and create custom analytics.'),
]

/** The user whose name is greeted, and their dashboards, if any. */
export const reader = { name: 'Ada Winter', dashboard: 'Morning note', dashboards: 2 } as const

/** The texts in each state of the portal that has some of its own. */
export const texts = {
  'Home, signed out': [
    ...home('text', homeSentence),
    ...shell('link', 'Contact Sales', 'Knowledge Base'),
    ...shell('button', 'Switch to light mode'),
    ...shell('text', 'Log In'),
    ...of('4')('button', 'Log in'),
    ...shell('title', 'Collapse'),
  ],
  'Home in light': shell('button', 'Switch to dark mode'),
  'Home, sidebar collapsed': shell('title', 'Expand'),
  'Home on a phone': shell('button', 'Open menu'),
  'the menu of a phone, signed out': [...shell('button', 'Close menu'), ...of('4')('button', 'LOG IN')],
  'the menu of a phone, signed in': of('4')('button', 'LOG OUT'),
  'a dataset, signed out': [...dataset('text', invitation), ...dataset('button', 'Log In')],
  'Home, signed in': [
    ...shell('text', `Hi, ${reader.name}`),
    ...of('4')('button', 'Log out'),
    ...shell('button', 'Refresh data'),
    ...shell('link', 'Chart Builder', 'Saved Dashboards', 'Knowledge Base'),
    ...of('2.6')('button', 'Create New Dashboard'),
    ...of('1')('button', 'Deep Research'),
  ],
  'Deep Research, pointed at': of('9')('tooltip', 'Get AI-powered insights about this data'),
  'a long description': dataset('button', 'Show more'),
  'a long description, opened': dataset('button', 'Show less'),
  'Data Weaver': [...of('2.2')('heading', 'Data Weaver'), ...of('2.2')('text', 'Customize Your Insights')],
  'All Dashboards, signed out': signedOutNotice,
  'All Dashboards': [
    ...gallery('heading', 'All Dashboards', `Dashboards (${reader.dashboards})`),
    ...of('2.5')('text', 'My Workspace'),
    ...gallery('button', 'Create New Dashboard'),
    ...gallery('text', 'Delete'),
    ...gallery('tooltip', 'Delete dashboard'),
  ],
  'All Dashboards, empty': [
    ...gallery(
      'text',
      'No Dashboards Found',
      'Create your first dashboard to get started with data visualization.',
      'Or create charts in the Chart Builder and pin them to dashboards',
    ),
    ...gallery('heading', 'Dashboards (0)'),
    ...gallery('button', 'Create New Dashboard'),
  ],
  'the create dialog': [
    ...dialog('heading', 'Create New Dashboard'),
    ...dialog('label', 'Dashboard Name'),
    ...dialog('placeholder', 'Enter dashboard name...'),
    ...dialog('button', 'Cancel', 'Create Dashboard'),
  ],
  'the create dialog, busy': dialog('button', 'Creating...'),
  'the create dialog, failed': failure('alert', 'Failed to create dashboard. Please try again.'),
  'the question before deleting': failure(
    'text',
    'Are you sure you want to delete this dashboard? This action cannot be undone.',
  ),
  'a delete that failed': failure('alert', 'Error deleting dashboard. Please try again.'),
  'a saved dashboard, signed out': signedOutNotice,
  'a saved dashboard': [
    ...saved('link', 'Back to Dashboard Gallery'),
    ...saved('heading', reader.dashboard),
    ...saved('button', 'Delete Dashboard'),
  ],
  'a saved dashboard, being deleted': saved('button', 'Deleting...'),
  'a saved dashboard, none there': [
    ...saved('link', 'Back to Dashboard Gallery'),
    ...saved('heading', 'Dashboard Gallery'),
    ...saved('text', 'No Dashboards Found', 'Use the + button in the sidebar to create your first dashboard'),
  ],
  'the start': of('2.8')('text', 'Loading...'),
  'an error of sign-in': failure('title', 'Auth Error: Login failed'),
  'a page that fails': failure('heading', 'Unexpected Application Error!'),
} as const satisfies Record<string, readonly Specified[]>
export type State = keyof typeof texts
export const states = Object.keys(texts) as readonly State[]
