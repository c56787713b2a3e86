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
  /** Of the page and, with the product's name, of the document. */
  readonly title: string
  /** What the desktop's bar says at its left; the placeholder says it on its card instead. */
  readonly barSubtitle: string | null
  /** The curated board to show. */
  readonly board: Dataset | null
  /** A board that will be shown or not once it is known who is here: only its skeleton stands. */
  readonly coming: Dataset | null
}

export type Screen =
  | (Common & { readonly kind: 'dataset'; readonly dataset: Dataset })
  | (Common & { readonly kind: 'placeholder'; readonly dataset: Dataset })
  | (Common & Registered & { readonly kind: 'registered' })
  | (Common & { readonly kind: 'unknown' })
  /** A redirect is under way, or sign-in is about to say where to. */
  | (Common & { readonly kind: 'elsewhere' })

/** What the address and the sign-in status make of the page (specification, sections 2.1 to 2.3). */
export function useScreen(): Screen {
  const { branding, catalogue, offers, stores } = useApp()
  const [path, navigate] = useLocation()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const destination = destinationOf(path, catalogue, registered)
  // Somebody who comes back from sign-in is brought to where they were: no other page is shown, or asked for, on the way.
  const search = useSearch()
  const [cameFromSignIn] = useState(() => isReturn(search))
  const returning = cameFromSignIn && loading
  const redirect = destination.kind === 'redirect' && !returning ? destination.to : null

  // Before anything else can run: whom the sign-in brings back meanwhile would be led away again.
  useLayoutEffect(() => {
    if (redirect === null) return
    // The same page's own address keeps what was asked of the page.
    const asked = path.startsWith(redirect) ? `${search && `?${search}`}${location.hash}` : ''
    navigate(`${redirect}${asked}`, { replace: true })
  }, [path, redirect, search, navigate])

  const plain = { path, board: null, coming: null, barSubtitle: null }
  switch (destination.kind) {
    case 'registered': {
      const { page, params } = destination.page
      const { title, subtitle: barSubtitle, shows } = page
      return offers.includes(shows)
        ? { ...plain, kind: 'registered', title, barSubtitle, page, params }
        : { ...plain, kind: 'registered', title, page: { ...page, Page: NotOffered }, params: { title } }
    }
    case 'redirect':
      return { ...plain, kind: 'elsewhere', title: branding.productName }
    case 'unknown':
      return { ...plain, kind: 'unknown', title: notFoundTitle }
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

/** The identity provider's answer is in the address (specification, section 4). */
function isReturn(search: string): boolean {
  return readArrival(returnQuery(new URLSearchParams(search))).kind !== 'plain'
}
