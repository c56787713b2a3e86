import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Icon } from './icons'

type Look = { readonly main?: boolean; readonly icon?: Icon }

function classOf(main: boolean): string {
  return main ? 'button button--main' : 'button'
}

/** A pill-shaped page or dialog button. One per screen is the main one. */
export function Button({
  main = false,
  icon: Mark,
  children,
  ...rest
}: ComponentProps<'button'> & Look): ReactNode {
  return (
    <button type="button" className={classOf(main)} {...rest}>
      {Mark !== undefined && <Mark size={18} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link to a page of this portal that looks like a button. */
export function ButtonLink({
  main = false,
  to,
  children,
}: Look & { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link href={to} className={classOf(main)}>
      {children}
    </Link>
  )
}
