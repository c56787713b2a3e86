import { describe, expect, test } from 'vitest'
import { createBuilder } from '../../../../../local/bi-host/frame/builder/builder'
import {
  autoTitle,
  createCatalog,
  isChanged,
  isUnsaved,
} from '../../../../../local/bi-host/frame/builder/builder-state'
import {
  addField,
  addMeasure,
  addQuickFormula,
  emptyAnswer,
  formulaId,
  moveMeasure,
  quickFormulas,
  removeChip,
  removeMeasure,
  setFilter,
  toggleAttribute,
  toggleMeasure,
  withQuery,
  presets,
  rangeChoice,
} from '../../../../../local/bi-host/frame/builder/edits'
import { createSaving } from '../../../../../local/bi-host/frame/builder/saved-chart'
import type { AnswerHost } from '../../../../../local/bi-host/frame/host/calls'
import type { Answer, AnswerQuery, AnswerRange } from '../../../../../local/bi-host/wire/answers'
import { embedded } from '../protocol/embedding-page'
import { fieldsReply } from './fields'

const dashboardId = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a03'

describe('edits', () => {
  const catalog = createCatalog(fieldsReply)
  const asked = (query: AnswerQuery): Answer => ({ ...emptyAnswer, query })
  const supply = asked({ measures: ['supply.supply'] })
  const field = (id: string) => {
    const found = catalog.field(id)
    if (!found) throw new Error(`No field ${id}`)
    return found
  }

  describe('a manually changed question', () => {
    test('the first measure is shown over recent time, and the next one joins it', () => {
      const first = addMeasure(emptyAnswer, 'supply.supply')
      expect(first.query).toEqual({
        measures: ['supply.supply'],
        grain: 'day',
        range: { kind: 'last', count: 90, unit: 'day' },
      })
      const plain = removeChip(first, { part: 'grain' })
      expect(addMeasure(plain, 'supply.issued').query).not.toHaveProperty('grain')
      expect(addMeasure(first, 'supply.supply')).toBe(first)
    })

    test('holds at most eight measures and three things to split by', () => {
      const many = Array.from({ length: 12 }, (_, at) => `supply.m${at}`)
      expect(many.reduce(addMeasure, emptyAnswer).query.measures).toHaveLength(8)
      expect(many.reduce(toggleAttribute, supply).query.attributes).toHaveLength(3)
    })

    test('a field dropped on the chart acts like its button, and does nothing when it is there already', () => {
      const dropped = addField(addField(emptyAnswer, field('supply.supply')), field('supply.chain'))
      expect(dropped).toEqual(toggleAttribute(toggleMeasure(emptyAnswer, 'supply.supply'), 'supply.chain'))
      expect(addField(addField(dropped, field('supply.chain')), field('supply.supply'))).toBe(dropped)
    })

    test('references to a removed part are removed with it', () => {
      const top = withQuery(toggleAttribute(supply, 'supply.chain'), {
        top: { attribute: 'supply.chain', count: 10, by: 'supply.supply' },
        sort: { by: 'supply.chain' },
      })
      expect(toggleAttribute(top, 'supply.chain').query).toEqual({ measures: ['supply.supply'] })
      const both = addMeasure(top, 'supply.issued')
      expect(removeMeasure(both, 'supply.supply').query).toEqual({
        measures: ['supply.issued'],
        attributes: ['supply.chain'],
        sort: { by: 'supply.chain' },
      })
    })

    test('a calculation that is no longer shown is dropped', () => {
      const growth = quickFormulas[0]
      if (!growth) throw new Error('There is no quick formula.')
      const grown = addQuickFormula(supply, growth, field('supply.supply'))
      expect(grown.query).toMatchObject({
        measures: ['supply.supply', 'formula.supply_growth'],
        formulas: [{ id: 'supply_growth', label: 'Supply growth', expression: 'growth(supply.supply)' }],
      })
      expect(formulaId('Supply growth', grown.query)).toBe('supply_growth_2')
      expect(formulaId('% ?', grown.query)).toBe('formula')
      expect(removeMeasure(grown, 'formula.supply_growth').query).toEqual({ measures: ['supply.supply'] })
    })

    test('a filter without values is dropped, and a field has one filter', () => {
      const one = setFilter(supply, 'supply.chain', { field: 'supply.chain', op: 'in', values: ['Tron'] })
      const other = setFilter(one, 'supply.chain', { field: 'supply.chain', op: 'not-in', values: ['Tron'] })
      expect(other.query.filters).toEqual([{ field: 'supply.chain', op: 'not-in', values: ['Tron'] }])
      expect(setFilter(other, 'supply.chain', { field: 'supply.chain', op: 'in', values: [] }).query).toEqual(
        supply.query,
      )
    })

    test.each([
      [{ part: 'measure', id: 'supply.supply' }, 'measures', []],
      [{ part: 'attribute', id: 'supply.chain' }, 'attributes', undefined],
      [{ part: 'filter', index: 0 }, 'filters', undefined],
      [{ part: 'range' }, 'range', undefined],
      [{ part: 'compare' }, 'compare', undefined],
    ] as const)('a chip removes its part: %j', (target, part, left) => {
      const full = asked({
        measures: ['supply.supply'],
        attributes: ['supply.chain'],
        filters: [{ field: 'supply.coin', op: 'in', values: ['USDT'] }],
        range: { kind: 'all' },
        compare: 'year-ago',
      })
      const next = removeChip(full, target).query
      expect(next[part]).toEqual(left)
      const { [part]: _before, ...others } = full.query
      expect(next).toMatchObject(others)
    })

    test('columns change places one by one, and stay inside the row', () => {
      const two = addMeasure(supply, 'supply.issued')
      expect(moveMeasure(two, 'supply.issued', -1).query.measures).toEqual(['supply.issued', 'supply.supply'])
      expect(moveMeasure(two, 'supply.supply', -1)).toBe(two)
    })
  })

  describe('what can be chosen', () => {
    test('an attribute fits where a source that is measured has it, or one with the same concept', () => {
      const splits = (id: string): boolean => catalog.splits(field(id), supply.query)
      expect(['supply.chain', 'fees.network', 'fees.wallet'].map(splits)).toEqual([true, true, false])
      expect(catalog.splits(field('fees.wallet'), { measures: [] })).toBe(true)
    })

    test('intervals are those that every source has, even one used only in a calculation', () => {
      expect(catalog.grains(supply.query)).toEqual(['day', 'week', 'month'])
      const formula = { id: 'f', label: 'F', expression: 'supply.supply / fees.paid' }
      expect(catalog.grains({ measures: ['formula.f'], formulas: [formula] })).toEqual(['week', 'month'])
    })
  })

  test.each([
    [{ measures: [] }, 'Untitled chart'],
    [{ measures: ['supply.supply'], attributes: ['supply.chain'] }, 'Supply by Chain'],
    [
      {
        measures: ['supply.supply', 'supply.issued'],
        filters: [{ field: 'supply.coin', op: 'in', values: ['USDT'] }],
      },
      'Supply and Issued: USDT',
    ],
    [
      {
        measures: ['supply.supply'],
        attributes: ['supply.chain'],
        top: { attribute: 'supply.chain', count: 5, by: 'supply.supply' },
      },
      'Top 5 Chain by Supply',
    ],
  ] as const)('a chart without a name is called by its question: %j', (query, title) => {
    expect(autoTitle(asked(query), catalog)).toBe(title)
  })
})

describe('saving', () => {
  describe('range choice', () => {
    test.each(presets)('%s is marked, in whatever order its parts stand', (label, range) => {
      const turned = Object.fromEntries(Object.entries(range).toReversed()) as unknown as AnswerRange
      expect([rangeChoice(range).preset, rangeChoice(turned).preset]).toEqual([label, label])
    })

    test('“last” starts from the current range, or from the default when that is of another kind', () => {
      expect(rangeChoice({ kind: 'last', count: 1, unit: 'year' }).last).toMatchObject({
        count: 1,
        unit: 'year',
      })
      expect(rangeChoice({ kind: 'current', unit: 'year' }).last).toEqual({ count: 90, unit: 'day' })
    })

    test('no preset is marked for another range', () => {
      expect(rangeChoice({ kind: 'last', count: 31, unit: 'day' }).preset).toBeNull()
      expect(rangeChoice({ kind: 'last', count: 1, unit: 'quarter' }).preset).toBeNull()
      expect(rangeChoice(null).preset).toBeNull()
    })
  })

  describe('saving', () => {
    /** A builder with a chart. The host stores what it receives only after the test calls `letGo`. */
    async function begun() {
      const sent: Answer[] = []
      let letGo = (): void => undefined
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const call = async (operation: string, body: { readonly answer?: Answer }): Promise<unknown> => {
        if (operation !== 'SaveAnswer' && operation !== 'PinAnswer')
          return { ok: true, value: { kind: 'result' } }
        if (body.answer) sent.push(body.answer)
        await held
        const head = { id: 'kept', name: 'Supply', title: 'Supply' }
        return {
          ok: true,
          value: { head, dashboardId, dashboardName: 'Mine', tileId: 't', created: false },
        }
      }
      const { frame, page } = await embedded()
      const builder = createBuilder(call as unknown as AnswerHost)
      builder.edit((answer) => addMeasure(answer, 'supply.supply'))
      return { builder, keeping: createSaving(builder, frame), sent, letGo, page }
    }

    test.each(['save', 'pin'] as const)(
      '%s: changes made while it is in flight stay, as unsaved',
      async (how) => {
        const { builder, keeping, sent, letGo } = await begun()
        const pending = how === 'save' ? keeping.save('Supply') : keeping.pin({ dashboardId }, 'Supply', 't')
        builder.edit((answer) => toggleAttribute(answer, 'supply.chain'))
        letGo()
        expect(await pending).toMatchObject({ ok: true })
        expect(sent.map(({ query }) => query.attributes ?? [])).toEqual([[]])
        const { answer } = builder.state.get()
        expect(answer).toMatchObject({ title: 'Supply', query: { attributes: ['supply.chain'] } })
        expect(isUnsaved(builder.state.get())).toBe(true)
        expect(builder.state.get().saved === null).toBe(how === 'pin')
      },
    )

    test('an unchanged chart counts as saved, under its name', async () => {
      const { builder, keeping, letGo } = await begun()
      const pending = keeping.save('Supply')
      letGo()
      await pending
      expect(builder.state.get()).toMatchObject({ answer: { title: 'Supply' }, saved: { id: 'kept' } })
      expect(isUnsaved(builder.state.get())).toBe(false)
    })

    test('a name given meanwhile wins over the name sent', async () => {
      const { builder, keeping, letGo } = await begun()
      const pending = keeping.save('Supply')
      builder.edit((answer) => ({ ...answer, title: 'Another' }))
      letGo()
      await pending
      expect(builder.state.get().answer.title).toBe('Another')
      expect(isUnsaved(builder.state.get())).toBe(true)
    })

    test('a chart started meanwhile is not taken for the saved one', async () => {
      const { builder, keeping, letGo } = await begun()
      const pending = keeping.save('Supply')
      builder.reset()
      builder.edit((answer) => addMeasure(answer, 'price.price'))
      letGo()
      await pending
      expect(builder.state.get()).toMatchObject({ saved: null, answer: { title: '' } })
      expect(isUnsaved(builder.state.get())).toBe(true)
    })

    test('a chart that replaces another says so, and has nothing to update until it is changed', async () => {
      const { builder, keeping, letGo, page } = await begun()
      letGo()
      await keeping.pin({ dashboardId }, 'Supply')
      expect(isChanged(builder.state.get())).toBe(false)
      builder.edit((answer) => toggleAttribute(answer, 'supply.chain'))
      expect(isChanged(builder.state.get())).toBe(true)
      await keeping.pin({ dashboardId }, 'Supply', 't')
      expect(isChanged(builder.state.get())).toBe(false)
      const pins = page.posted.filter(({ type }) => type === 'pin').map(({ data }) => JSON.stringify(data))
      expect(pins.map((data) => data.includes('"replaced":true'))).toEqual([false, false, false, true])
    })
  })
})
