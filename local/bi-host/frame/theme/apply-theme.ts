import { readCustomizations, type Customizations } from '../protocol/view-options'
import { createStore, type Store } from '../protocol/state'
import { printPalette, resolvePalette, type Palette, type Tone } from '../../rendering/theme/variables'
import { createWords, type Words } from './words'

export interface ThemeState {
  readonly palette: Palette
  readonly words: Words
  /** Ids of the symbols that replace built-in icons. */
  readonly symbols: ReadonlySet<string>
  /** While printing, everything must be drawn at once, dark on white. */
  readonly printing: boolean
}

export interface Theme {
  readonly state: Store<ThemeState>
  /** Applies customizations: variables, rules, style sheet, words. A no-op for the same object. */
  apply(customizations: Customizations): void
  /** Loads what the flags give as URLs: an icon sprite, and texts by message id. */
  load(iconSprite: string | null, stringIDsUrl: string | null): void
  /** Switches to the print look, and back. */
  print(printing: boolean): void
}

/** Applies the embedding page's look to this document, and provides it as values for drawing. */
export function createTheme(page: Document, hint: Tone | null, none: Customizations): Theme {
  const root = page.documentElement
  const sheet = new CSSStyleSheet()
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  let applied: Customizations | null = null
  let variables: readonly string[] = []
  let link: HTMLLinkElement | null = null

  const state = createStore<ThemeState>({
    palette: resolvePalette(() => '', hint),
    words: createWords(none),
    symbols: new Set(),
    printing: false,
  })
  let printing = false
  let sprite: string | null = null
  let textsUrl: string | null = null
  let texts: Customizations['stringIDs'] = {}
  if (hint) paint(root, state.get().palette)
  root.classList.add('unsettled')

  function read(): void {
    const style = getComputedStyle(root)
    const given = (name: string): string => style.getPropertyValue(name)
    const palette = printing
      ? printPalette(given)
      : resolvePalette(given, hint, (color) => computed(page, color))
    paint(root, palette)
    root.classList.remove('unsettled')
    root.classList.toggle('printing', printing)
    state.set({ palette, printing })
  }

  // Texts in the payload override those from the URL.
  function withTexts(customizations: Customizations): Customizations {
    return { ...customizations, stringIDs: { ...texts, ...customizations.stringIDs } }
  }

  return {
    state,
    apply(customizations) {
      if (customizations === applied) return
      applied = customizations
      root.classList.add('still')
      requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('still')))
      const names = Object.keys(customizations.variables)
      for (const name of variables) if (!names.includes(name)) root.style.removeProperty(name)
      for (const [name, value] of Object.entries(customizations.variables))
        root.style.setProperty(name, value)
      variables = names
      writeRules(sheet, customizations.rules)
      if ((link?.getAttribute('href') ?? null) !== customizations.cssUrl) {
        link?.remove()
        link = customizations.cssUrl === null ? null : styleLink(page, customizations.cssUrl, read)
      }
      state.set({ words: createWords(withTexts(customizations)) })
      read()
    },
    print(printed) {
      if (printed === printing || applied === null) return
      printing = printed
      read()
    },
    load(iconSprite, stringIDsUrl) {
      if (iconSprite !== sprite) {
        sprite = iconSprite
        const found = iconSprite === null ? Promise.resolve([]) : inlineSprite(page, iconSprite)
        void found.then((ids) => (sprite === iconSprite ? state.set({ symbols: new Set(ids) }) : undefined))
      }
      if (stringIDsUrl !== textsUrl) {
        textsUrl = stringIDsUrl
        void loadTexts(stringIDsUrl).then((loaded) => {
          if (textsUrl !== stringIDsUrl) return
          texts = loaded
          state.set({ words: createWords(withTexts(applied ?? none)) })
        })
      }
    },
  }
}

/** Texts by message id from a URL. Empty if they cannot be loaded. */
async function loadTexts(address: string | null): Promise<Customizations['stringIDs']> {
  if (address === null) return {}
  try {
    const reply = await fetch(spriteAddress(address), { credentials: 'omit' })
    return reply.ok ? readCustomizations({ content: { stringIDs: await reply.json() } }).stringIDs : {}
  } catch {
    return {}
  }
}

/** One by one: a rule the browser rejects must not drop the others. */
function writeRules(sheet: CSSStyleSheet, rules: Customizations['rules']): void {
  sheet.replaceSync('')
  for (const [selector, declarations] of Object.entries(rules)) {
    const body = Object.entries(declarations)
      .map(([property, value]) => `${property}: ${value};`)
      .join(' ')
    try {
      // Strips the leading comment that makes repeated keys such as @font-face unique.
      sheet.insertRule(`${selector.replace(/^\s*\/\*.*?\*\/\s*/, '')} { ${body} }`, sheet.cssRules.length)
    } catch {
      // Skipped.
    }
  }
}

function styleLink(page: Document, href: string, loaded: () => void): HTMLLinkElement {
  const link = page.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.addEventListener('load', loaded)
  page.head.append(link)
  return link
}

/** Internal properties for the style sheets, and the scheme of scroll bars and form controls. */
function paint(root: HTMLElement, palette: Palette): void {
  root.dataset['tone'] = palette.tone
  root.style.colorScheme = palette.tone
  for (const [name, value] of Object.entries(palette)) {
    if (typeof value === 'string') root.style.setProperty(`--${kebab(name)}`, value)
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function computed(page: Document, color: string): string {
  const probe = page.createElement('i')
  probe.style.color = color
  page.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}

/** Elements and attributes allowed in icons. Everything else in a sprite is dropped. */
const elements: ReadonlySet<string> = new Set([
  'symbol',
  'g',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'title',
  'defs',
  'clippath',
  'mask',
  'lineargradient',
  'stop',
])

/** Address of a sprite from the flag, from which the SDK strips `https://`. */
function spriteAddress(flag: string): string {
  return /^https?:\/\//i.test(flag) ? flag : `https://${flag}`
}

/**
 * Inlines a sprite's symbols, because a sprite of another origin cannot be referenced. Returns their ids. Empty if it cannot be loaded,
 * which leaves the built-in icons.
 */
async function inlineSprite(page: Document, flag: string): Promise<readonly string[]> {
  try {
    const reply = await fetch(spriteAddress(flag), { credentials: 'omit' })
    if (!reply.ok) return []
    const sprite = new DOMParser().parseFromString(await reply.text(), 'image/svg+xml')
    const symbols = [...sprite.querySelectorAll('symbol[id]')]
    for (const symbol of symbols) clean(symbol)
    page.getElementById('icon-sprite')?.remove()
    const holder = page.createElementNS('http://www.w3.org/2000/svg', 'svg')
    holder.id = 'icon-sprite'
    holder.setAttribute('aria-hidden', 'true')
    holder.style.display = 'none'
    holder.append(...symbols.map((symbol) => page.importNode(symbol, true)))
    page.body.prepend(holder)
    return symbols.map((symbol) => symbol.id)
  } catch {
    return []
  }
}

function clean(element: Element): void {
  for (const attribute of Array.from(element.attributes)) {
    const foreign = /href$/i.test(attribute.name) && !attribute.value.startsWith('#')
    if (/^on/i.test(attribute.name) || foreign) element.removeAttribute(attribute.name)
  }
  for (const child of Array.from(element.children)) {
    if (elements.has(child.localName.toLowerCase())) clean(child)
    else child.remove()
  }
}
