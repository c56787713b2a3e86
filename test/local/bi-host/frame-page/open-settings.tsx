import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render } from 'preact'
import type { Answer, AnswerFilter, AnswerQuery } from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { BuilderContext, createBuilder, type Builder } from '../../../../local/bi-host/frame/builder/builder'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { SettingsPanel } from '../../../../local/bi-host/frame/builder/settings-panel'
import { fieldsOfTwo, builderUi } from './builder-fields'

export interface Opened {
  readonly builder: Builder
  readonly user: ReturnType<typeof userEvent.setup>
  /** The query of the last answer requested from the host. */
  readonly asked: () => AnswerQuery | undefined
  readonly filters: () => readonly AnswerFilter[]
}

/** The settings of a question, with a host that records requests. */
export async function openSettings(query: Partial<AnswerQuery> = {}): Promise<Opened> {
  const runs: Answer[] = []
  const host = ((operation: string, body: { readonly answer: Answer }) => {
    if (operation === 'RunAnswer') runs.push(body.answer)
    return Promise.resolve({ ok: false, problem: { kind: 'unavailable', reference: '' } })
  }) as unknown as AnswerHost
  const builder = createBuilder(host)
  builder.state.set({ catalog: createCatalog(fieldsOfTwo) })
  builder.open(
    {
      version: 2,
      title: 'Funds',
      query: { measures: ['funds.flow'], attributes: ['funds.fund'], ...query },
      chart: { type: 'auto' },
    },
    {},
  )
  render(
    <BuilderContext.Provider value={builderUi(builder)}>
      <SettingsPanel />
    </BuilderContext.Provider>,
    document.body,
  )
  await screen.findByRole('region', { name: 'Filters' })
  return {
    builder,
    user: userEvent.setup(),
    asked: () => runs.at(-1)?.query,
    filters: () => runs.at(-1)?.query.filters ?? [],
  }
}

/** Types into a field and leaves it, as a user does. */
export async function type(user: Opened['user'], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.type(field, text)
  await user.tab()
}
