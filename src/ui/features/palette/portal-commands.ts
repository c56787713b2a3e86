import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../../state/board-store'
import type { Command } from '../../../state/commands-store'
import type { Stores } from '../../../state/stores'
import type { Theme } from '../../../core/theme/theme'
import { paths } from '../../hooks/routes'
import { useLogIn } from '../../hooks/use-log-in'
import { useBoardHere, useRefresh } from '../../hooks/use-refresh'
import { useApp, type App } from '../../hooks/use-app'
import { useCommands } from '../../hooks/use-commands'
import { useReportProblem } from '../../hooks/use-report-problem'
import { useResearchOffered } from '../../hooks/use-research-offered'

/** Offers the commands of every page. A page adds its own with `useCommands`. */
export function usePortalCommands(showTimes: () => void): void {
  const { offers, stores, useCases } = useApp()
  const [, navigate] = useLocation()
  const { isLoading, isAuthenticated } = useStore(stores.auth)
  const theme = useStore(stores.theme, (state) => state.theme)
  const researchOffered = useResearchOffered()
  const logIn = useLogIn()
  const refresh = useRefresh()
  const confirmLeave = useStore(stores.unsavedWork, (state) => state.confirmLeave)

  const reportProblem = useReportProblem()
  // Here because it is needed on every page and after the first view, like these commands.
  useThemeSwitch()

  const logOut = (): void => confirmLeave(() => void useCases.signOut())
  const session: Command = isAuthenticated
    ? { id: 'sign-out', label: 'Log out', names: 'sign out leave', run: logOut }
    : { id: 'sign-in', label: 'Log in', names: 'sign in account', run: logIn }
  useCommands(
    [
      ...(isAuthenticated ? forSignedIn({ offers, stores }, navigate, refresh) : []),
      ...(isAuthenticated && researchOffered ? [openResearch(navigate)] : []),
      ...forEveryone(stores, navigate, theme),
      {
        id: 'report-problem',
        label: 'Report a problem',
        names: 'support bug error log file',
        run: () => void reportProblem(),
      },
      {
        id: 'start-times',
        label: 'Show start timings',
        names: 'developer performance speed trace',
        run: showTimes,
      },
      ...(isLoading ? [] : [session]),
    ],
    'portal',
  )
}

type Navigate = (path: string) => void

function forEveryone(stores: Stores, navigate: Navigate, theme: Theme): readonly Command[] {
  const dialogs = stores.dialogs.getState()
  return [
    {
      id: 'search',
      label: 'Search',
      shortcut: 'search',
      run: () => (stores.dialogs.getState().search ? dialogs.closeSearch() : dialogs.openSearch()),
    },
    { id: 'go-home', label: 'Go to Home', names: 'start', shortcut: 'home', run: () => navigate(paths.home) },
    {
      id: 'theme',
      label: theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode',
      names: 'theme dark light mode colors appearance',
      shortcut: 'theme',
      run: () => stores.theme.getState().toggle(),
    },
    {
      id: 'sidebar',
      label: 'Collapse or expand the sidebar',
      names: 'navigation menu width',
      shortcut: 'sidebar',
      run: () => stores.sidebar.getState().dispatch({ kind: 'toggled' }),
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      names: 'help keys hotkeys',
      shortcut: 'help',
      run: dialogs.openHelp,
    },
  ]
}

function forSignedIn(
  { offers, stores }: Pick<App, 'offers' | 'stores'>,
  navigate: Navigate,
  refresh: () => Promise<void>,
): readonly Command[] {
  return [
    {
      id: 'refresh',
      label: 'Refresh data',
      names: 'reload update',
      shortcut: 'refresh',
      run: () => void refresh(),
    },
    ...(offers.includes('create-dashboard')
      ? [createDashboard(stores.dialogs.getState().openCreateDashboard)]
      : []),
    {
      id: 'saved-dashboards',
      label: 'Open All Dashboards',
      names: 'saved gallery workspace list',
      shortcut: 'saved-dashboards',
      run: () => navigate(paths.savedDashboards),
    },
    ...(offers.includes('builder') ? [openBuilder(navigate)] : []),
  ]
}

const createDashboard = (run: () => void): Command => ({
  id: 'create-dashboard',
  label: 'Create New Dashboard',
  names: 'new add board',
  shortcut: 'create-dashboard',
  run,
})

const openBuilder = (navigate: Navigate): Command => ({
  id: 'data-weaver',
  label: 'Open Data Weaver',
  names: 'chart builder explore answer',
  shortcut: 'data-weaver',
  run: () => navigate(paths.chartBuilder),
})

const openResearch = (navigate: Navigate): Command => ({
  id: 'deep-research',
  label: 'Open Deep Research',
  names: 'ask question assistant conversation chat',
  run: () => navigate(paths.deepResearch),
})

/** How long the page waits at most for the embedded view to be restyled, in milliseconds. */
const restyleMs = 500
/** A restyled view draws the new theme some frames later, and no vendor reports when. In milliseconds. */
const drawMs = 120

/**
 * Switches page and view to the other theme at the same time: the browser shows the old page until both are ready. Where it cannot do
 * that, or no view is on screen, the page switches first.
 */
function useThemeSwitch(): void {
  const { stores } = useApp()
  const board = useBoardHere()
  useEffect(() => {
    const { toggle } = stores.theme.getState()
    const { startViewTransition } = document as Partial<Pick<Document, 'startViewTransition'>>
    if (startViewTransition === undefined) return
    const toggleTogether = (): void => {
      if (board.getState().phase !== 'rendered') return toggle()
      const { ready } = startViewTransition.call(document, () => {
        const done = restyled(board)
        flushSync(toggle)
        return done
      })
      // The browser skips a transition that another one follows, or on a hidden page.
      ready.catch(() => undefined)
    }
    stores.theme.setState({ toggle: toggleTogether })
    return () => stores.theme.setState({ toggle })
  }, [stores, board])
}

function restyled(board: BoardStore): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, restyleMs)
    const stop = board.getState().watch(({ kind }) => kind === 'restyled' && setTimeout(done, drawMs))
    function done(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}
