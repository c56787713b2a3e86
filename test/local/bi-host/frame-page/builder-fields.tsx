import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render } from 'preact'
import {
  BuilderContext,
  createBuilder,
  type Builder,
  type BuilderUi,
} from '../../../../local/bi-host/frame/builder/builder'
import type {
  FieldsReply,
  FieldView,
  Answer,
  AnswerFilter,
  AnswerQuery,
} from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { SettingsPanel } from '../../../../local/bi-host/frame/builder/settings-panel'

const attribute = (id: string, label: string, more: Partial<FieldView>): FieldView => ({
  id,
  label,
  kind: 'attribute',
  dataType: 'text',
  synonyms: [],
  ...more,
})

/** One source with a field of every kind: a long list of names, a short one, numbers, days, a measure. */
export const builderFields: FieldsReply = {
  person: 'ada',
  worksheetId: null,
  title: 'All data',
  asOf: '2026-11-20',
  groups: [{ id: 'all', label: 'All', sources: ['funds'] }],
  sources: [
    {
      id: 'funds',
      label: 'Funds',
      description: '',
      synonyms: [],
      grains: ['day', 'week', 'month'],
      measures: [
        {
          id: 'funds.flow',
          label: 'Net flow',
          kind: 'measure',
          dataType: 'number',
          synonyms: [],
          unit: 'US dollars a day',
        },
      ],
      attributes: [
        attribute('funds.fund', 'Fund', {
          concept: 'fund',
          values: Array.from({ length: 62 }, (_, at) => `Fund ${at + 1}`),
        }),
        attribute('funds.stakes', 'Stakes', { values: ['Yes', 'No'] }),
        attribute('funds.age', 'Age', { dataType: 'number' }),
        attribute('funds.launched', 'Launched', { dataType: 'day' }),
      ],
    },
  ],
  functions: [],
  examples: [],
}

/** The same with a second source that has the same attribute under another name. */
const fieldsOfTwo: FieldsReply = {
  ...builderFields,
  sources: [
    ...builderFields.sources,
    {
      id: 'loans',
      label: 'Borrowing',
      description: '',
      synonyms: [],
      grains: ['day', 'week'],
      measures: [{ id: 'loans.lent', label: 'Lent', kind: 'measure', dataType: 'number', synonyms: [] }],
      attributes: [attribute('loans.vault', 'Vault', { concept: 'fund', values: ['A'] })],
    },
  ],
}

/** The context of the builder's parts, in a page that hides nothing. */
export const builderUi = (builder: Builder, more: Partial<BuilderUi> = {}): BuilderUi => ({
  builder,
  opened: null,
  open: () => undefined,
  announce: () => undefined,
  shows: () => true,
  disabledReason: () => null,
  ...more,
})

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
