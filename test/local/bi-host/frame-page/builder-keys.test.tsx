import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render, type ComponentChildren } from 'preact'
import { expect, test } from 'vitest'
import type { Chip, RunResult } from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { Chips } from '../../../../local/bi-host/frame/builder/chips'
import { BuilderContext } from '../../../../local/bi-host/frame/builder/context'
import { FieldPanel } from '../../../../local/bi-host/frame/builder/field-panel'
import { createBuilder, type Builder } from '../../../../local/bi-host/frame/builder/builder'
import { builderFields } from './builder-fields'
import { builderUi } from './builder-ui'

/** A part of the builder, with a host that answers nothing. */
function open(part: ComponentChildren): { builder: Builder; user: ReturnType<typeof userEvent.setup> } {
  const host = (() =>
    Promise.resolve({ ok: false, problem: { kind: 'unavailable', reference: '' } })) as unknown as AnswerHost
  const builder = createBuilder(host)
  builder.state.set({ catalog: createCatalog(builderFields) })
  render(<BuilderContext.Provider value={builderUi(builder)}>{part}</BuilderContext.Provider>, document.body)
  return { builder, user: userEvent.setup() }
}
const stops = (within: Element): number => within.querySelectorAll('[tabindex="0"]').length
/** What has the focus; null where nothing has it. */
const focused = (): string | null =>
  document.activeElement === document.body ? null : (document.activeElement?.textContent ?? null)

test('the fields are one stop of Tab: arrow keys go through them, Enter adds, Right opens, letters search', async () => {
  const { builder, user } = open(<FieldPanel />)
  const search = screen.getByRole('searchbox', { name: 'Search fields' })
  const list = screen.getByRole('toolbar', { name: /^Fields/ })
  await user.click(search)
  await user.tab()
  expect([focused(), stops(list)]).toEqual(['Funds', 1])
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('button', { name: 'Net flow' })
  await user.keyboard('{ArrowDown}')
  expect([focused(), stops(list)]).toEqual(['Net flow', 1])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(builder.state.get().answer.query.measures).toEqual(['funds.flow']))
  await user.keyboard('{End}')
  expect(focused()).toBe('Launched')
  await user.keyboard('{ArrowUp}{ArrowRight}')
  const menu = within(await screen.findByRole('menu', { name: 'Age' }))
  await user.click(menu.getByRole('menuitem', { name: 'Split by it' }))
  await waitFor(() => expect(builder.state.get().answer.query.attributes).toEqual(['funds.age']))
  await waitFor(() => expect(focused()).toBe('Age'))
  // Tab leaves the list, and comes back to where it was.
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(search)
  await user.tab()
  expect(focused()).toBe('Age')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('Funds')
  await user.keyboard('lau')
  expect((search as HTMLInputElement).value).toBe('lau')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Launched'))
})

test('the chips are one stop: arrow keys go along, Delete takes one away and stays in the row', async () => {
  const { builder, user } = open(<Chips />)
  builder.open(
    {
      version: 2,
      title: '',
      query: { measures: ['funds.flow'], attributes: ['funds.fund'] },
      chart: { type: 'auto' },
    },
    {},
  )
  const chip = (label: string, target: Chip['target']): Chip => ({
    label,
    kind: 'measure',
    assumed: false,
    target,
  })
  const chips = [
    chip('Net flow', { part: 'measure', id: 'funds.flow' }),
    chip('by Fund', { part: 'attribute', id: 'funds.fund' }),
  ]
  builder.state.set({ reply: { kind: 'result', chips } as unknown as RunResult })
  const row = await screen.findByRole('list', { name: 'How the question was read' })
  expect(stops(row)).toBe(1)
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('by Fund')
  await user.keyboard('{Delete}')
  await waitFor(() => expect(builder.state.get().answer.query.attributes).toBeUndefined())
  expect(focused()).toBe('Net flow')
})

test('the focus stays at the first place when the first chip is taken away', async () => {
  const { builder, user } = open(<Chips />)
  const query = { measures: ['funds.flow'], attributes: ['funds.fund'] }
  builder.open({ version: 2, title: '', query, chart: { type: 'auto' } }, {})
  const fund: Chip = {
    label: 'by Fund',
    kind: 'attribute',
    assumed: false,
    target: { part: 'attribute', id: 'funds.fund' },
  }
  const flow: Chip = {
    label: 'Net flow',
    kind: 'measure',
    assumed: false,
    target: { part: 'measure', id: 'funds.flow' },
  }
  const answered = (chips: readonly Chip[]): void =>
    builder.state.set({ reply: { kind: 'result', chips } as unknown as RunResult })
  answered([fund, flow])
  await screen.findByRole('button', { name: 'by Fund' })
  await user.tab()
  await user.keyboard('{Delete}')
  answered([flow])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'by Fund' })).toBeNull())
  expect(focused()).toBe('Net flow')
})
