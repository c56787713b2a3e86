import { useEffect } from 'react'

/** "Bitcoin · Assay"; the product's name alone where it is the page's title. */
function documentTitle(page: string, product: string): string {
  return page === product ? product : `${page} · ${product}`
}

export function useDocumentTitle(page: string, product: string): void {
  useEffect(() => {
    document.title = documentTitle(page, product)
  }, [page, product])
}
