import { Suspense, useLayoutEffect, useState, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../core/catalogue/catalogue'
import { folderOfPath, isCollapsed } from '../../core/shell/sidebar'
import { BoardOutlet } from './board-outlet'
import { desktopQuery, roomyQuery, useMediaQuery } from '../hooks/use-media-query'
import { useDocumentTitle } from '../hooks/use-document-title'
import { HomeStripSlot } from '../features/favorites/home-strip-slot'
import { DatasetHead } from '../pages/dataset/dataset-head'
import { PageTitleRegister } from '../components/page-title'
import { AreaBoundary } from '../components/area-boundary'
import { BoardSkeleton } from '../features/dashboard/board-skeleton'
import { useDeferredUi, useDeferredUiTime, useEarlySearchKey, type DeferredUi } from './use-deferred-ui'
import { useApp } from '../hooks/use-app'
import {
  BarErrorFallback,
  OverlayErrorFallback,
  PageErrorFallback,
  SidebarErrorFallback,
} from './area-error-fallback'
import { Sidebar } from './sidebar'
import { SkipLinks } from '../components/skip-links'
import { TopBar, MobileBar } from './top-bar'
import { useScreen, type Screen } from './use-screen'
import { Spinner } from '../components/spinner'
import { readTheme, themeKey, type Theme } from '../../core/theme/theme'

/** Sets the theme on the document, where the style sheet and the browser's own UI read it. */
function useThemeOnPage(theme: Theme, follow: (theme: Theme) => void): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.classList.add('still')
    page.dataset['theme'] = theme
    requestAnimationFrame(() => requestAnimationFrame(() => page.classList.remove('still')))
    const background = getComputedStyle(page).getPropertyValue('--sidebar').trim()
    if (background !== '')
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  }, [theme])

  // Follows a theme chosen in another tab of the portal.
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === themeKey) follow(readTheme(event.newValue))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [follow])
}

/** Delay before the start gate shows, in milliseconds: with flags that arrive sooner, above all cached ones, it never does. */
const gateDelayMs = 100

/** Whether the full-screen "Loading..." shows. The shell renders underneath. */
function useStartGate(): boolean {
  const { stores } = useApp()
  const gated = useStore(stores.flags, (state) => state.gated)
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), gateDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return gated && waited
}

function StartGate(): ReactNode {
  return (
    <output className="gate">
      <Spinner />
      <span>Loading...</span>
    </output>
  )
}

/** Dialogs and panels that open from any page, rendered once above the pages. The names are exports of `deferred-ui.ts`. */
const overlays: readonly (keyof DeferredUi & `${string}Overlay`)[] = [
  'CreateOverlay',
  'LeaveOverlay',
  'SearchOverlay',
  'ResearchOverlay',
]

/** The page and everything around it. Each area has its own error boundary, so that a bug in one leaves the others working. */
export function Shell(): ReactNode {
  const { branding, stores } = useApp()
  const screen = useScreen()
  const desktop = useMediaQuery(desktopQuery)
  const collapsed = useStore(stores.sidebar, isCollapsed)
  const theme = useStore(stores.theme, (state) => state.theme)
  const follow = useStore(stores.theme, (state) => state.follow)
  const gated = useStartGate()
  const [heading, setHeading] = useState<HTMLElement | null>(null)
  const hasData = useStore(stores.board, ({ phase, hasData }) => hasData || phase === 'failed')
  const openSearch = useStore(stores.dialogs, (state) => state.openSearch)
  const parts = useDeferredUi(useDeferredUiTime({ board: screen.board !== null, hasData }))
  const hasBoard = screen.board !== null || screen.coming !== null

  useEarlySearchKey(parts !== null, openSearch)
  useThemeOnPage(theme, follow)
  useDocumentTitle(screen.title, branding.productName)
  useSidebarFacts(screen.path)

  return (
    <>
      <div className="shell" data-offset={collapsed ? 'narrow' : 'wide'} inert={gated}>
        <SkipLinks hasBoard={hasBoard} />
        {desktop && (
          <AreaBoundary area="sidebar" resetKey={screen.path} Fallback={SidebarErrorFallback}>
            <Sidebar key={screen.kind === 'elsewhere' ? 'before' : 'there'} />
          </AreaBoundary>
        )}
        <div className="main-column">
          <AreaBoundary area="top-menu" resetKey={screen.path} Fallback={BarErrorFallback}>
            {desktop ? <TopBar subtitle={screen.barSubtitle} heading={heading} /> : <MobileBar />}
          </AreaBoundary>
          <main className="page" id="main" tabIndex={-1}>
            {!desktop && <div className="modes">{parts !== null && <parts.ModeBadges />}</div>}
            <AreaBoundary area="page" resetKey={screen.path} Fallback={PageErrorFallback}>
              <Suspense>
                <PageTitleRegister value={setHeading}>
                  <PageOf screen={screen} desktop={desktop} />
                </PageTitleRegister>
              </Suspense>
            </AreaBoundary>
            <AreaBoundary area="board" resetKey={screen.path} Fallback={PageErrorFallback}>
              <BoardOutlet dataset={screen.board} coming={screen.coming} />
            </AreaBoundary>
          </main>
        </div>
        {parts !== null && <parts.Notices />}
        {parts !== null &&
          overlays.map((name) => {
            const Overlay = parts[name]
            return (
              <AreaBoundary key={name} area={name} resetKey={screen.path} Fallback={OverlayErrorFallback}>
                <Overlay />
              </AreaBoundary>
            )
          })}
        {parts !== null && <parts.ScrollMemory path={screen.path} />}
        {parts !== null && <parts.RouteAnnouncer path={screen.path} />}
        {parts !== null && <parts.Prefetch hasBoard={hasBoard} />}
      </div>
      {gated && <StartGate />}
    </>
  )
}

function PageOf({ screen, desktop }: { readonly screen: Screen; readonly desktop: boolean }): ReactNode {
  const parts = useDeferredUi()
  switch (screen.kind) {
    case 'dataset':
      return <DatasetPage dataset={screen.dataset} withSubtitle={!desktop} />
    case 'placeholder':
      return parts === null ? (
        <DatasetPage dataset={screen.dataset} withSubtitle />
      ) : (
        <parts.SignInPlaceholder key={screen.dataset.key} dataset={screen.dataset} />
      )
    case 'registered':
      return <screen.page.Page params={screen.params} />
    case 'unknown':
      return parts === null ? null : <parts.NotFoundPage />
    case 'elsewhere':
      return (
        <div className="page-coming">
          <BoardSkeleton />
        </div>
      )
  }
}

/** The part of a dataset's page above its board. */
function DatasetPage({
  dataset,
  withSubtitle,
}: {
  readonly dataset: Dataset
  readonly withSubtitle: boolean
}): ReactNode {
  const { stores } = useApp()
  const parts = useDeferredUi()
  const tools = parts !== null && (
    <parts.HeadTools
      item={{ kind: 'dataset', key: dataset.key }}
      name={dataset.sidebarName}
      board={stores.board}
    />
  )
  return (
    <>
      <DatasetHead dataset={dataset} withSubtitle={withSubtitle} tools={tools} />
      {dataset.key === 'home' && <HomeStripSlot Strip={parts?.HomeStrip ?? null} />}
    </>
  )
}

/** Keeps the sidebar's store up to date with the window's width and the current page's folder. */
function useSidebarFacts(path: string): void {
  const { catalogue, stores } = useApp()
  const roomy = useMediaQuery(roomyQuery)
  const dispatch = useStore(stores.sidebar, (state) => state.dispatch)
  useLayoutEffect(() => dispatch({ kind: 'width-changed', roomy }), [dispatch, roomy])
  useLayoutEffect(
    () => dispatch({ kind: 'navigated', folder: folderOfPath(catalogue, path) }),
    [dispatch, catalogue, path],
  )
}
