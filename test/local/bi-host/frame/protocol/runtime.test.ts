import { expect, test } from 'vitest'
import {
  mayChooseRange,
  rangeOf,
  runtimeParametersOf,
} from '../../../../../local/bi-host/frame/protocol/runtime'
import { createAddress, embedded, homePath } from './embedding-page'

test.each([
  ['the init payload', { runtimeParameterParams: 'param1=Time%20range&paramVal1=30D' }, undefined],
  ['a list', { runtimeParameters: [{ name: 'Time range', value: '30d' }] }, undefined],
  [
    'the address',
    {},
    createAddress(`#${homePath}`, '?embedApp=true&sdkVersion=1.52.0&param1=Time%20range&paramVal1=30D'),
  ],
])('parameters come in %s', async (_where, payload, address) => {
  const { frame } = await embedded(payload, address)
  expect(rangeOf(frame.state.get().parameters)).toBe('30D')
})

test('later ones lie over those from before; a whole set without any takes them away', async () => {
  const { page, frame } = await embedded({ runtimeParameterParams: 'param1=Mine&paramVal1=7' })
  await page.trigger(frame, 'UpdateParameters', [
    { name: 'Time range', value: 'ALL', isVisibleToUser: false },
  ])
  const { parameters } = frame.state.get()
  expect(parameters.map(({ name, value }) => [name, value])).toEqual([
    ['Mine', '7'],
    ['Time range', 'ALL'],
  ])
  expect([rangeOf(parameters), mayChooseRange(parameters)]).toEqual(['ALL', false])
  await page.trigger(frame, 'updateEmbedParams', { sdkVersion: '1.52.0', runtimeParameterParams: null })
  expect(frame.state.get().parameters).toEqual([])
})

test('what is no parameter is left out, and a range there is not asks for none', () => {
  const list = runtimeParametersOf(
    { runtimeParameters: [null, { name: 'Time range' }, { value: 1 }, { name: 'Time range', value: '7Y' }] },
    '',
  )
  expect(list).toHaveLength(1)
  expect(rangeOf(list)).toBeNull()
})
