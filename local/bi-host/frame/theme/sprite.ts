/** Elements and attributes an icon may be made of; everything else of a sprite is left out. */
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

/** Address of a sprite as the flag gives it: the SDK takes `https://` away. */
export function spriteAddress(flag: string): string {
  return /^https?:\/\//i.test(flag) ? flag : `https://${flag}`
}

/**
 * Brings a sprite's symbols into the page, because a sprite of another origin cannot be referred to. Gives the ids it
 * brought; none when the sprite cannot be had, which leaves the frame's own icons.
 */
export async function inlineSprite(page: Document, flag: string): Promise<readonly string[]> {
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
