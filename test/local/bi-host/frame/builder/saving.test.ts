import { expect, test, describe } from 'vitest'
import type { AnswerRange, Answer } from '../../../../../local/bi-host/wire/answers'
import {
  presets,
  rangeChoice,
  addMeasure,
  toggleAttribute,
} from '../../../../../local/bi-host/frame/builder/edits'
import type { AnswerHost } from '../../../../../local/bi-host/frame/host/calls'
import { createSaving } from '../../../../../local/bi-host/frame/builder/saving'
import { isChanged, isUnsaved } from '../../../../../local/bi-host/frame/builder/builder-state'
import { createBuilder } from '../../../../../local/bi-host/frame/builder/builder'
import { embedded } from '../protocol/embedding-page'

describe('range choice', () => {
  test.each(presets)('%s is marked, in whatever order its parts stand', (label, range) => {
    const turned = Object.fromEntries(Object.entries(range).toReversed()) as unknown as AnswerRange
    expect([rangeChoice(range).preset, rangeChoice(turned).preset]).toEqual([label, label])
  })

  test('“last” stands on the range in force, and on the usual one where it is of another kind', () => {
    expect(rangeChoice({ kind: 'last', count: 1, unit: 'year' }).last).toMatchObject({
      count: 1,
      unit: 'year',
    })
    expect(rangeChoice({ kind: 'current', unit: 'year' }).last).toEqual({ count: 90, unit: 'day' })
  })

  test('another range is none of them', () => {
    expect(rangeChoice({ kind: 'last', count: 31, unit: 'day' }).preset).toBeNull()
    expect(rangeChoice({ kind: 'last', count: 1, unit: 'quarter' }).preset).toBeNull()
    expect(rangeChoice(null).preset).toBeNull()
  })
})

describe('saving', () => {
  /** A builder with a chart, whose host keeps what it is sent once the test lets it. */
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
        value: { head, dashboardId: 'd', dashboardName: 'Mine', tileId: 't', created: false },
      }
    }
    const { frame, page } = await embedded()
    const builder = createBuilder(call as unknown as AnswerHost)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    return { builder, keeping: createSaving(builder, frame), sent, letGo, page }
  }

  test.each(['save', 'pin'] as const)(
    '%s: what is changed while it is on its way stays, and is not kept yet',
    async (how) => {
      const { builder, keeping, sent, letGo } = await begun()
      const pending =
        how === 'save' ? keeping.save('Supply') : keeping.pin({ dashboardId: 'd' }, 'Supply', 't')
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

  test('what is kept as it stands is kept, under its name', async () => {
    const { builder, keeping, letGo } = await begun()
    const pending = keeping.save('Supply')
    letGo()
    await pending
    expect(builder.state.get()).toMatchObject({ answer: { title: 'Supply' }, saved: { id: 'kept' } })
    expect(isUnsaved(builder.state.get())).toBe(false)
  })

  test('a name that is given meanwhile wins over the one that was sent', async () => {
    const { builder, keeping, letGo } = await begun()
    const pending = keeping.save('Supply')
    builder.edit((answer) => ({ ...answer, title: 'Another' }))
    letGo()
    await pending
    expect(builder.state.get().answer.title).toBe('Another')
    expect(isUnsaved(builder.state.get())).toBe(true)
  })

  test('a chart that was begun meanwhile is not taken for the one that was kept', async () => {
    const { builder, keeping, letGo } = await begun()
    const pending = keeping.save('Supply')
    builder.reset()
    builder.edit((answer) => addMeasure(answer, 'price.price'))
    letGo()
    await pending
    expect(builder.state.get()).toMatchObject({ saved: null, answer: { title: '' } })
    expect(isUnsaved(builder.state.get())).toBe(true)
  })

  test('a chart that takes the place of another says so, and has nothing to put back until it is changed', async () => {
    const { builder, keeping, letGo, page } = await begun()
    letGo()
    await keeping.pin({ dashboardId: 'd' }, 'Supply')
    expect(isChanged(builder.state.get())).toBe(false)
    builder.edit((answer) => toggleAttribute(answer, 'supply.chain'))
    expect(isChanged(builder.state.get())).toBe(true)
    await keeping.pin({ dashboardId: 'd' }, 'Supply', 't')
    expect(isChanged(builder.state.get())).toBe(false)
    const pins = page.posted.filter(({ type }) => type === 'pin').map(({ data }) => JSON.stringify(data))
    expect(pins.map((data) => data.includes('"replaced":true'))).toEqual([false, false, false, true])
  })
})
