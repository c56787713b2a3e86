import type { FieldsReply, FieldView, SourceView } from '../../../../../local/bi-host/wire/answers'

function field(id: string, label: string, kind: FieldView['kind'], more: Partial<FieldView> = {}): FieldView {
  return { id, label, kind, dataType: kind === 'measure' ? 'number' : 'text', synonyms: [], ...more }
}

function source(
  id: string,
  label: string,
  more: Pick<SourceView, 'measures' | 'attributes' | 'grains'>,
): SourceView {
  return {
    id,
    label,
    description: '',
    synonyms: [],
    ...more,
  }
}

/** Two sources that share the attribute chain, one of them without days. */
export const fieldsReply: FieldsReply = {
  person: 'ada',
  worksheetId: null,
  title: 'All data',
  asOf: '2026-11-20',
  groups: [{ id: 'all', label: 'All', sources: ['supply', 'fees'] }],
  sources: [
    source('supply', 'Supply of coins', {
      measures: [field('supply.supply', 'Supply', 'measure'), field('supply.issued', 'Issued', 'measure')],
      attributes: [
        field('supply.chain', 'Chain', 'attribute', { concept: 'chain', values: ['Ethereum', 'Tron'] }),
        field('supply.coin', 'Coin', 'attribute', { concept: 'coin', values: ['USDT'] }),
      ],
      grains: ['day', 'week', 'month'],
    }),
    source('fees', 'Fees', {
      measures: [field('fees.paid', 'Fees paid', 'measure')],
      attributes: [
        field('fees.network', 'Network', 'attribute', { concept: 'chain' }),
        field('fees.wallet', 'Wallet', 'attribute'),
      ],
      grains: ['week', 'month'],
    }),
  ],
  functions: [],
  examples: [],
}
