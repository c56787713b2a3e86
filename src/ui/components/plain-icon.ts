import { createElement, type ReactNode, type SVGProps } from 'react'

/** An SVG element of an icon, with its attributes. */
type Shape = readonly [string, Readonly<Record<string, string>>]

/**
 * Draws one of Lucide's icons. The build turns every icon into a call of this (vite.config.ts): Lucide's own runtime can do far more, and
 * would be half the size of the first paint's icons.
 */
export function plainIcon(
  shapes: readonly Shape[],
): (props: SVGProps<SVGSVGElement> & { readonly size?: number }) => ReactNode {
  return function PlainIcon({ size = 24, ...rest }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      ...shapes.map(([element, attributes]) => createElement(element, attributes)),
    )
  }
}
