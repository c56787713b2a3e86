import { useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import type { Dataset } from '../../core/catalogue/catalogue'
import { readArrival, returnQuery } from '../../core/session/arrival'
import { NotOffered, pages, type PageEntry } from './pages'
import { destinationOf, notFoundTitle, paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'

interface Common {
  readonly path: string
  /** The page's title and, with the product's name, the document's. */
  readonly title: string
  /** Shown at the left of the desktop's bar; the placeholder shows it on its card instead. */
  readonly barSubtitle: string | null
  /** The curated board to show. */
  readonly board: Dataset | null
  /** A board that may show once the session has loaded: until then only its skeleton does. */
  readonly coming: Dataset | null
}

export type Screen =
  | (Common & { readonly kind: 'dataset'; readonly dataset: Dataset })
  | (Common & { readonly kind: 'placeholder'; readonly dataset: Dataset })
  | (Common & Registered & { readonly kind: 'registered' })
  | (Common & { readonly kind: 'unknown' })
  /** A redirect is under way, or sign-in is about to decide where the user goes. */
  | (Common & { readonly kind: 'elsewhere' })

/** Derives the screen from the address and the sign-in status (specification, sections 2.1 to 2.3). */
export function useScreen(): Screen {
  const { branding, catalogue, offers, stores } = useApp()
  const [path, navigate] = useLocation()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const destination = destinationOf(path, catalogue, registered)
  // After sign-in the user returns to the page they were on: no other page is shown, or loaded, on the way.
  const search = useSearch()
  const [cameFromSignIn] = useState(() => isReturn(search))
  const returning = cameFromSignIn && loading
  const redirect = destination.kind === 'redirect' && !returning ? destination.to : null

  // A layout effect, so that it runs first: a later redirect would take the user away from the page that sign-in has returned them to.
  useLayoutEffect(() => {
    if (redirect === null) return
    // A redirect to the same page's canonical path keeps the query and the fragment.
    const rest = path.startsWith(redirect) ? `${search && `?${search}`}${location.hash}` : ''
    navigate(`${redirect}${rest}`, { replace: true })
  }, [path, redirect, search, navigate])

  const common = { path, board: null, coming: null, barSubtitle: null }
  switch (destination.kind) {
    case 'registered': {
      const { page, params } = destination.page
      const { title, subtitle: barSubtitle, shows } = page
      return offers.includes(shows)
        ? { ...common, kind: 'registered', title, barSubtitle, page, params }
        : { ...common, kind: 'registered', title, page: { ...page, Page: NotOffered }, params: { title } }
    }
    case 'redirect':
      return { ...common, kind: 'elsewhere', title: branding.productName }
    case 'unknown':
      return { ...common, kind: 'unknown', title: notFoundTitle }
    case 'dataset': {
      const { dataset } = destination
      const page = { path, title: dataset.title, barSubtitle: dataset.subtitle, dataset }
      if (path === paths.home || signedIn) return { ...page, kind: 'dataset', board: dataset, coming: null }
      if (loading) return { ...page, kind: 'dataset', board: null, coming: dataset }
      return { ...page, kind: 'placeholder', barSubtitle: null, board: null, coming: null }
    }
  }
}

interface Registered {
  readonly page: PageEntry
  readonly params: Readonly<Record<string, string | undefined>>
}

function registered(path: string): Registered | null {
  for (const page of pages) {
    const { pattern } = page
    if (pattern === path) return { page, params: {} }
    const found = typeof pattern === 'string' ? null : pattern.exec(path)
    if (found !== null) return { page, params: { ...found.groups } }
  }
  return null
}

/** Whether the address holds the identity provider's response (specification, section 4). */
function isReturn(search: string): boolean {
  return readArrival(returnQuery(new URLSearchParams(search))).kind !== 'plain'
}
