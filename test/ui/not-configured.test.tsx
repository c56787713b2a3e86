import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { datasetKeys } from '../../src/core/catalogue/catalogue'
import { liveboardVariable, worksheetVariable } from '../../src/composition/configuration-table'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

const without = (
  variableOf: (key: string) => string,
  configured: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    datasetKeys.filter((key) => !configured.includes(key)).map((key) => [variableOf(key), '']),
  )

const tool = (name: string) => within(screen.getByRole('navigation', { name: 'Tools' })).queryByText(name)

test('a dashboard that is not given has no page and no entry; a folder that is empty neither', async () => {
  const settings = without(liveboardVariable, ['home', 'rwa'])
  const { goTo } = await renderWithApp(<Portal />, { settings, signedIn: true })
  await screen.findByRole('heading', { level: 1, name: 'Assay' })
  expect(screen.queryByText('Stablecoins')).toBeNull()
  expect(screen.queryByText('DeFi')).toBeNull()
  screen.getByText('On-chain')
  goTo('/datasets/stablecoins')
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
})

test('a page without a worksheet has no panel: its entry leads to the page that has one', async () => {
  const settings = without(worksheetVariable, ['rwa'])
  const { goTo } = await renderWithApp(<Portal />, { settings, signedIn: true })
  await waitFor(() =>
    expect(tool('Deep Research')?.closest('a')?.getAttribute('href')).toBe('/deep-research'),
  )
  goTo('/datasets/rwa')
  await waitFor(() => expect(tool('Deep Research')?.closest('button')).not.toBeNull())
})

test('without any worksheet there is no Deep Research', async () => {
  const settings = without(worksheetVariable, [])
  const { goTo, board } = await renderWithApp(<Portal />, { settings, signedIn: true })
  await waitFor(() => expect(tool('Saved Dashboards')).not.toBeNull())
  expect(tool('Deep Research')).toBeNull()
  await waitFor(() => expect(board().shown.at(-1)?.appearance.deepResearch).toBe(false))
  goTo('/deep-research')
  await screen.findByRole('heading', { level: 1, name: 'Deep Research is off' })
})
