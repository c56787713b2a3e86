import { useLayoutEffect } from 'react'

/** "Bitcoin · Assay"; the product's name alone where it is the page's title. */
export function documentTitle(page: string, product: string): string {
  return page === product ? product : `${page} · ${product}`
}

/** What the address says of the page. A page that knows more of itself writes that afterwards, in a plain effect. */
export function useDocumentTitle(page: string, product: string): void {
  useLayoutEffect(() => {
    document.title = documentTitle(page, product)
  }, [page, product])
}
