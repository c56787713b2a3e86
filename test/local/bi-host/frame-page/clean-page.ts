import { configure } from '@testing-library/react'
import { render } from 'preact'
import { afterEach } from 'vitest'

// Runs before every file of the project `frame`. The library's queries need no React; what it renders is not used.

// The page has no layer on top; what stands there is in its place all the same.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })
configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  render(null, document.body)
  document.body.replaceChildren()
})
