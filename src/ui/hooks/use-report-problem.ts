import { useLocation } from 'wouter'
import { problemReport } from '../../core/shell/problem-report'
import { paths } from './routes'
import { useApp } from './use-app'

/** Saves a file about what the portal did during this visit, and says in a notice where to send it. */
export function useReportProblem(): () => Promise<void> {
  const { catalogue, stores, useCases } = useApp()
  const [path] = useLocation()
  return async () => {
    const flight = await useCases.flight()
    const report = problemReport(flight, {
      now: Date.now(),
      path,
      pages: [
        ...catalogue.datasets.map((dataset) => dataset.path),
        paths.chartBuilder,
        paths.deepResearch,
        paths.savedDashboards,
      ],
      browser: navigator.userAgent,
    })
    const name = `problem-report-${flight.trace}.txt`
    saveText(name, report)
    stores.notices.getState().raise({
      tone: 'success',
      text: `Saved ${name}. Send it to whoever runs this portal. It holds no names, tokens or data.`,
    })
  }
}

function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
