import { useLayoutEffect } from 'react'

/** "Bitcoin · Assay"; the product's name alone where it is the page's title. */
export function documentTitle(page: string, product: string): string {
  return page === product ? product : `${page} · ${product}`
}

/** Sets the title that follows from the address. A page that knows a better one sets it afterwards, in a plain effect. */
export function useDocumentTitle(page: string, product: string): void {
  useLayoutEffect(() => {
    document.title = documentTitle(page, product)
  }, [page, product])
}
