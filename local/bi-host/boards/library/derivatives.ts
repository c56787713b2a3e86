import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import type { BoardDefinition } from '../definition'
import * as history from './derivatives-history'
import * as positions from './derivatives-positions'
import * as volatility from './derivatives-volatility'
import { ago, kpiOf } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, curves, matrix } from '../tiles/shapes'

const oneDay = [ago(1, 'points', '1 d'), ago(30, 'points', '30 d')]
const points = { kind: 'number', digits: 1, signed: true, suffix: 'pts' } as const

export const derivatives: BoardDefinition = {
  id: liveboards.derivatives.id,
  title: 'Derivatives',
  description:
    'Whether volatility is rich, which way fear leans, what the term says, and where option risk is parked.',
  range: '90D',
  chips: [
    { field: 'option_surface.asset', multiple: false },
    { field: 'options.exchange', multiple: true },
  ],
  tabs: [
    {
      id: 'volatility',
      label: 'Volatility',
      tiles: [
        'atm-btc',
        'atm-eth',
        'premium',
        'skew',
        'rich',
        'cone',
        'surface',
        'term',
        'skew-history',
        'smiles',
        'slope',
        'forwards',
        'spread',
      ],
    },
    {
      id: 'positions',
      label: 'Positions',
      tiles: [
        'put-call',
        'expiry',
        'expiries',
        'strikes',
        'volume',
        'premium-traded',
        'put-call-history',
        'open-interest',
      ],
    },
  ],
  tiles: [
    kpiOf('atm-btc', 'BTC ATM, 30 d', volatility.impliedCard('BTC'), {
      span: 10,
      format: formats.percent,
      color: 'BTC',
      changes: oneDay,
    }),
    kpiOf('atm-eth', 'ETH ATM, 30 d', volatility.impliedCard('ETH'), {
      span: 10,
      format: formats.percent,
      color: 'ETH',
      changes: oneDay,
    }),
    kpiOf('premium', 'IV less RV, 30 d', volatility.riskPremium, {
      span: 10,
      color: 'BTC',
      format: points,
      changes: [ago(30, 'absolute', '30 d')],
    }),
    kpiOf('skew', 'Put skew', history.skewCard, {
      span: 10,
      color: 'BTC',
      format: points,
      changes: [ago(7, 'absolute', '7 d')],
    }),
    kpiOf('put-call', 'Put/call OI', positions.putCallCard, {
      span: 10,
      color: 'BTC',
      changes: [ago(30, 'absolute', '30 d')],
    }),
    kpiOf('expiry', 'Option OI', positions.nextExpiry, {
      span: 10,
      color: 'BTC',
      changes: [ago(30, 'percent', '30 d')],
      better: 'none',
    }),
    seriesOf('rich', 'Implied and realized volatility', volatility.impliedAndRealised, {
      subtitle: 'Is volatility rich? Implied and realized, {range}',
      size: [34, 380],
    }),
    curves('cone', 'Volatility cone', volatility.volatilityCone, {
      subtitle: 'Volatility cone',
      size: [26, 380],
    }),
    matrix('surface', 'Volatility surface', volatility.surface, {
      subtitle: 'Implied volatility by tenor and delta',
      size: [34, 380],
    }),
    curves('term', 'Volatility term structure', volatility.termCurves, {
      subtitle: 'What does the term say? At-the-money curves',
      size: [26, 380],
    }),
    seriesOf('skew-history', 'Put skew through time', history.skewLines, {
      subtitle: 'Which way is fear? 25-delta put skew at 7, 30 and 90 days',
      guides: [{ value: 0, label: 'Even' }],
      axisNotes: { above: 'puts dearer', below: 'calls dearer' },
    }),
    curves('smiles', 'Volatility smiles', volatility.smiles, {
      subtitle: 'Implied volatility by delta at four tenors',
    }),
    seriesOf('slope', 'Volatility slope', history.slope, {
      subtitle: '180 less 7 days',
      size: [20, 320],
      format: formats.volPointsChange,
      guides: [{ value: 0, label: 'Flat' }],
      axisNotes: { above: 'calm', below: 'inverted' },
    }),
    bars('forwards', 'Forward volatility', history.forwards, {
      subtitle: 'Which event is priced? Volatility between tenors',
      size: [20, 320],
    }),
    seriesOf('spread', 'ETH less BTC volatility', history.etherSpread, {
      subtitle: 'ATM 30 d, points, {range}',
      size: [20, 320],
      format: formats.volPointsChange,
    }),
    bars('expiries', 'Option open interest by expiry', positions.expiryBars, {
      subtitle: 'Where is risk parked? Open interest by expiry',
      size: [30, 360],
    }),
    bars('strikes', 'Option open interest by strike', positions.strikeBars, {
      subtitle: 'At which strikes? Next quarterly expiry',
      size: [30, 360],
    }),
    series('volume', 'Option volume', 'options.volume', {
      subtitle: '{assets}, notional by type and {grain}, {range}',
      by: 'option_type',
      shape: 'stacked-bars',
      size: [20, 320],
    }),
    series('premium-traded', 'Premium traded', 'options.premium', {
      subtitle: '{assets}, what buyers paid by type and {grain}, {range}',
      by: 'option_type',
      shape: 'stacked-bars',
      size: [20, 320],
    }),
    seriesOf('put-call-history', 'Puts to calls', positions.putCallLines, {
      subtitle: 'By open interest and by volume',
      size: [20, 320],
    }),
    series('open-interest', 'Option open interest by exchange', 'options.open_interest', {
      subtitle: '{assets}, change of notional since the first day shown; large expiries make steps, {range}',
      by: 'exchange',
      shape: 'change',
      size: [60, 300],
    }),
  ],
}
