import { createContext, use, type ReactNode } from 'react'

const RegisterTitle = createContext<(heading: HTMLElement | null) => void>(() => undefined)

/**
 * The bar above a page watches the title that registers here, and shows its text once it has scrolled away. It reads the text as the
 * title mounts, so another text needs another `key`.
 */
export const PageTitleRegister = RegisterTitle.Provider

/** The one `h1` of a page, large and light. */
export function PageTitle({ children }: { readonly children: ReactNode }): ReactNode {
  const register = use(RegisterTitle)
  return (
    <h1 className="page-head__title" ref={register}>
      {children}
    </h1>
  )
}
