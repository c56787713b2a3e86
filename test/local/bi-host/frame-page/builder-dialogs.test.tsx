import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render, type ComponentChildren } from 'preact'
import { expect, test, vi } from 'vitest'
import type { Answer, PinRequest } from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { UiContext, type Ui } from '../../../../local/bi-host/frame/parts/context'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { BuilderContext } from '../../../../local/bi-host/frame/builder/context'
import { FormulaDialog } from '../../../../local/bi-host/frame/builder/formula-dialog'
import type { Saving } from '../../../../local/bi-host/frame/builder/saving'
import { PinDialog } from '../../../../local/bi-host/frame/builder/pin-dialog'
import { createBuilder } from '../../../../local/bi-host/frame/builder/builder'
import { builderFields } from './builder-fields'
import { builderUi } from './builder-ui'

const answer: Answer = {
  version: 2,
  title: 'Flows',
  query: { measures: ['funds.flow'] },
  chart: { type: 'auto' },
}
const board = { id: 'd-1', name: 'Desk', tabs: [] }

/** A dialog over a chart; this person has these dashboards. */
function open(dialog: ComponentChildren, dashboards: readonly object[] = []): void {
  const host = (async (operation: string) =>
    operation === 'ListPinTargets'
      ? { ok: true, value: { dashboards } }
      : { ok: false, problem: { kind: 'unavailable', reference: '' } }) as unknown as AnswerHost
  const builder = createBuilder(host)
  const functions = [{ name: 'growth', signature: 'growth(x)', description: '' }]
  builder.state.set({
    catalog: createCatalog({ ...builderFields, functions } as unknown as typeof builderFields),
    answer,
  })
  const around = { frame: { port: { post: () => undefined } } } as unknown as Ui
  render(
    <UiContext.Provider value={around}>
      <BuilderContext.Provider value={builderUi(builder)}>{dialog}</BuilderContext.Provider>
    </UiContext.Provider>,
    document.body,
  )
}

test('a name is inserted apart from the one before it, as the example writes it; a function waits for what goes into it', async () => {
  const user = userEvent.setup()
  open(<FormulaDialog id={null} />)
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Calculation' })
  expect(text.placeholder).toContain('funds.flow')
  const fields = screen.getByRole('combobox', { name: 'Insert a field' })
  await user.selectOptions(fields, 'Net flow')
  await user.selectOptions(fields, 'Net flow')
  expect(text.value).toBe('funds.flow funds.flow')
  await user.clear(text)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Insert a function' }), 'growth(x)')
  await user.selectOptions(fields, 'Net flow')
  expect(text.value).toBe('growth(funds.flow)')
})

test.each([
  ['a dashboard that is there', [board], '{Enter}', { dashboardId: 'd-1' }],
  ['a new one, once it is named', [], 'Fresh{Enter}', { newDashboard: 'Fresh' }],
])('Enter pins to %s', async (_, dashboards, typed, to) => {
  const user = userEvent.setup()
  const pin = vi.fn<(to: PinRequest['to']) => Promise<unknown>>(async () => ({
    ok: true,
    value: { dashboardName: 'Desk' },
  }))
  open(<PinDialog keeping={{ pin } as unknown as Saving} />, dashboards)
  await screen.findByRole('button', { name: 'Pin chart' })
  await waitFor(() => expect(document.activeElement?.matches('input, [type="submit"]')).toBe(true))
  await user.keyboard(typed)
  await waitFor(() => expect(pin.mock.calls[0]?.[0]).toMatchObject(to))
})
