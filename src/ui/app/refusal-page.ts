import '../styles/refusal.scss'

/** Shown instead of the portal when its configuration is invalid: lists the problems for the operator. */
export function showRefusal(
  problems: readonly { readonly variable: string; readonly problem: string }[],
): void {
  const page = element('main', 'configuration-problem')
  page.setAttribute('role', 'alert')
  const list = element('ul', 'configuration-problem__list')
  for (const { variable, problem } of problems) {
    const item = element('li', 'configuration-problem__item')
    item.append(element('code', 'configuration-problem__name', variable), ` ${problem}.`)
    list.append(item)
  }
  page.append(
    element('h1', 'configuration-problem__title', 'This portal isn’t set up yet'),
    element(
      'p',
      'configuration-problem__text',
      'If you run this portal, fix these settings and reload the page. Otherwise, tell its administrator.',
    ),
    list,
  )
  document.title = 'This portal isn’t set up yet'
  document.body.replaceChildren(page)
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
