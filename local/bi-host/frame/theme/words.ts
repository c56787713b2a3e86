import type { Customizations } from '../protocol/view-options'

/**
 * The frame's texts in the vendor's vocabulary, by message id. An embedding page replaces them by id (`content.stringIDs`) or by visible
 * text (`content.strings`, whole or as a part of a longer text).
 */
const vendorWords = {
  'viz.menu.label': 'More actions',
  'viz.menu.spotter': 'Spotter',
  'spotter.name': 'Spotter',
  'spotter.busy': 'Spotter is reading the question…',
  'spotter.limitations':
    'Spotter answers from this source alone and uses no AI model. Each answer shows how we read it.',
  'viz.menu.spotter.tooltip': 'Get AI insights on this visualization',
  'viz.menu.spotiq': 'SpotIQ analyze',
  'viz.menu.spotiq.run': 'Run SpotIQ',
  'viz.menu.spotiq.title': 'SpotIQ Analysis',
  'viz.menu.explore': 'Explore',
  'viz.menu.explore.none': 'These numbers can’t be asked for as a question',
  'viz.menu.underlying': 'Show underlying data',
  'viz.menu.rename': 'Rename',
  'viz.menu.copyLink': 'Copy link',
  'viz.menu.share': 'Share',
  'viz.menu.png': 'Download as PNG',
  'viz.menu.csv': 'Download as CSV',
  'viz.menu.xlsx': 'Download as XLSX',
  'viz.menu.pdf': 'Download as PDF',
  'viz.menu.watchlist': 'Add to watchlist',
  'viz.menu.createAlert': 'Create alert',
  'viz.menu.manageAlerts': 'Manage alerts',
  'point.filter': 'Filter other charts by',
  'point.unfilter': 'Remove cross filter',
  'point.include': 'Show only',
  'point.exclude': 'Exclude',
  'point.drill': 'Drill down',
  'point.copy': 'Copy to clipboard',
  'point.menu': 'Actions on this point',
  'drill.by': 'Break down by',
  'drill.none': 'Nothing to break down here',
  'viz.table.show': 'Show as table',
  'viz.table.hide': 'Show as chart',
  'viz.about': 'About this data',
  'viz.noData': 'No data found for this query',
  'viz.noData.description': 'Your query returned no data. Try changing the filters.',
  'viz.failed': 'This chart could not be drawn',
  'viz.notOffered': 'This BI host does not offer this action',
  'viz.menu.pin': 'Pin',
  'viz.menu.makeACopy': 'Make a copy',
  'board.menu': 'More actions on this dashboard',
  'board.menu.info': 'Liveboard info',
  'board.menu.edit': 'Edit',
  'board.notYours': 'You can only edit your own dashboards',
  'board.menu.present': 'Present',
  'board.menu.pdf': 'Download as PDF',
  'board.menu.csv': 'Download as CSV',
  'board.menu.tml': 'Export TML',
  'board.menu.schedule': 'Schedule',
  'board.menu.schedules': 'Manage schedules',
  'board.menu.favorite': 'Add to favorites',
  'board.menu.refresh': 'Refresh data',
  'board.menu.reset': 'Reset filters',
  'views.title': 'Personalized views',
  'views.chip': 'View',
  'views.changed': 'changed',
  'views.original': 'Original view',
  'views.none': 'Save this time range and these filters under a name. Only you see your views.',
  'views.name': 'View name',
  'views.save': 'Save view',
  'views.update': 'Update',
  'views.delete': 'Delete view',
  'pin.title': 'Pin to a dashboard',
  'pin.to': 'Dashboard',
  'pin.new': 'New dashboard',
  'pin.name': 'Name',
  'copy.title': 'Make a copy',
  'filter.search': 'Search values',
  'filter.all': 'All',
  'filter.own': 'Per chart',
  'filter.clear': 'Clear',
  'filter.none': 'No value matches',
  'board.range': 'Time range',
  'board.range.fixed': 'Charts use their own time ranges',
  'board.tabs': 'Tabs',
  'board.events': 'Events',
  'board.events.hint': 'Mark shocks, listings, upgrades and rate decisions on charts over time',
  'board.events.failed': 'Events could not be loaded. Try again.',
  'board.asOf': 'As of',
  'board.preparing': 'This dashboard is being prepared',
  'board.empty': 'This dashboard is empty',
  'board.empty.description': 'Charts that you pin to it appear here',
} as const

export type WordId = keyof typeof vendorWords

/** Returns a text of the frame as customized by the embedding page. */
export type Words = (id: WordId) => string

export function createWords(customisations: Customizations): Words {
  const replacements = Object.entries(customisations.strings)
    .filter(([from]) => from !== '')
    .sort(([left], [right]) => right.length - left.length)
  return (id) => {
    const given = customisations.stringIDs[id]
    if (given !== undefined) return given
    const text = vendorWords[id]
    const whole = customisations.strings[text]
    if (whole !== undefined) return whole
    // A single pass, longest first: a replacement is never replaced again.
    let rest: string = text
    let written = ''
    while (rest !== '') {
      const found = replacements.find(([from]) => rest.startsWith(from))
      written += found ? found[1] : (rest[0] ?? '')
      rest = rest.slice(found ? found[0].length : 1)
    }
    return written
  }
}
