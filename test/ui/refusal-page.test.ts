import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showRefusal } from '../../src/ui/app/refusal-page'

test('A configuration that cannot be used is named setting by setting, as text, in place of the portal', () => {
  document.body.innerHTML = '<div id="root">loading</div>'
  showRefusal([
    { variable: 'ASSAY_BI_HOST', problem: 'it must be given' },
    { variable: 'ASSAY_TOKEN_HOST', problem: '"<b>x</b>" is not an address' },
  ])
  expect(screen.getByRole('alert').textContent).toContain('This portal isn’t set up yet')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ASSAY_BI_HOST it must be given.',
    'ASSAY_TOKEN_HOST "<b>x</b>" is not an address.',
  ])
  expect(document.body.textContent).not.toContain('loading')
})
