import type { Builder, BuilderUi } from '../../../../local/bi-host/frame/builder/builder'
import type { FieldsReply, FieldView } from '../../../../local/bi-host/wire/answers'

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
export const fieldsOfTwo: FieldsReply = {
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
