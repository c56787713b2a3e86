import { explained } from '../../rendering/format'

/** A text whose abbreviations show their meaning on hover and on keyboard focus. */
export function Explained({
  text,
  inControl = false,
}: {
  readonly text: string
  readonly inControl?: boolean
}) {
  return (
    <>
      {explained(text).map(({ text: words, meaning }, at) =>
        meaning === undefined ? (
          words
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its meaning must be reachable by key
          <abbr
            key={at}
            data-meaning={meaning}
            aria-description={meaning}
            {...(inControl ? {} : { tabIndex: 0 })}
          >
            {words}
          </abbr>
        ),
      )}
    </>
  )
}

/** Shows the meaning (`data-meaning`) of an element or of the first one in it, on hover and on focus. */
export function showMeanings(page: Document): void {
  const tip = page.createElement('div')
  tip.className = 'meaning'
  tip.role = 'tooltip'
  tip.popover = 'manual'
  const hide = (): void => {
    if (tip.isConnected && tip.matches(':popover-open')) tip.hidePopover()
  }
  const show = ({ target }: Event): void => {
    if (!(target instanceof Element) || tip.contains(target)) return
    const own = target.closest<HTMLElement>('[data-meaning]')
    const within = target.matches('button') ? target.querySelector<HTMLElement>('[data-meaning]') : null
    const about = own ?? within
    if (about === null) return hide()
    tip.textContent = about.dataset['meaning'] ?? ''
    page.body.append(tip)
    tip.showPopover()
    const box = about.getBoundingClientRect()
    const { clientWidth } = page.documentElement
    const { width, height } = tip.getBoundingClientRect()
    tip.style.left = `${Math.max(edge, Math.min(box.left, clientWidth - edge - width))}px`
    tip.style.top = `${box.top - height - edge > 0 ? box.top - height - edge : box.bottom + edge}px`
  }
  page.addEventListener('pointerover', show)
  page.addEventListener('focusin', show)
  page.addEventListener('focusout', hide)
  page.addEventListener('pointerdown', hide)
  page.addEventListener('scroll', hide, true)
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
}

/** Distance of the tooltip from its word and from the page edge, in px. */
const edge = 6
