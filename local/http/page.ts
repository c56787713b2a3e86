import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import styles from './pages.css?raw'

/** Markup that is safe to write to a page without escaping. Created only by `html`. */
export interface Html {
  readonly markup: string
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

/** Template tag that escapes interpolated text, for content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.map((text, index) => text + written(parts[index])).join('') }
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(written).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export interface Page {
  readonly title: string
  /** Product name, shown as the wordmark. */
  readonly product: string
  readonly body: Html
  /** Small print under the card. */
  readonly foot: string
  /** Paths of scripts of this origin. The content security policy blocks inline scripts. */
  readonly scripts?: readonly string[]
  readonly width?: 'wide' | 'narrow'
  /** This page's entry in the navigation, if it has one. */
  readonly here?: OwnPage
}

/** Pages in the navigation, all on the origin of the token service and flags. */
const ownPages = { '/flags': 'Feature flags', '/contracts/': 'Contracts' } as const
type OwnPage = keyof typeof ownPages

/** Navigation between these pages. */
export function navigation(here: OwnPage): Html {
  return html`<nav class="pages" aria-label="Pages">
    ${Object.entries(ownPages).map(
      ([path, name]) =>
        html`<a class="link" href="${path}" ${path === here && html`aria-current="page"`}>${name}</a>`,
    )}
  </nav>`
}

/** A whole page of the local stack in the portal's design, light or dark by the browser's preference. */
export function page({ title, product, body, foot, scripts = [], width = 'wide', here }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <link rel="preload" href="/assets/urbanist.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/assets/pages.css" />
        ${scripts.map((address) => html`<script src="${address}" defer></script> `)}
      </head>
      <body>
        <header class="brand">
          ${symbol}<span>${product}</span>${here !== undefined && navigation(here)}
        </header>
        <main class="card ${width}">${body}</main>
        <footer class="foot">${foot}</footer>
      </body>
    </html> `.markup
}

const symbol = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
  <path class="shield" d="M7.2 1.5h17.6l5.7 5.7v17.6l-5.7 5.7H7.2l-5.7-5.7V7.2z" />
  <path class="strokes" d="M7.3 24.5h4.4L21.3 7.5h-4.4zM15.6 24.5H20l4.8-8.5h-4.4z" />
</svg>`

/** Content security policy of such a page. `formTargets` are origins that the response to a form may redirect to. */
export function pagePolicy(formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const pageHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export interface PageAsset {
  readonly type: string
  readonly body: string | Buffer
}

const fonts: Readonly<Record<string, string>> = {
  '/assets/urbanist.woff2': 'urbanist-latin-wght-normal.woff2',
  '/assets/urbanist-extended.woff2': 'urbanist-latin-ext-wght-normal.woff2',
}

/** Style sheet or font of the pages, by path; `null` for any other path. */
export async function pageAsset(path: string): Promise<PageAsset | null> {
  if (path === '/assets/pages.css') return { type: 'text/css; charset=utf-8', body: styles }
  const font = fonts[path]
  if (font === undefined) return null
  const file = createRequire(import.meta.url).resolve(`@fontsource-variable/urbanist/files/${font}`)
  return { type: 'font/woff2', body: await readFile(file) }
}
