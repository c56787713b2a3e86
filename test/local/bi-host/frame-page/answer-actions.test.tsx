import { screen } from '@testing-library/react'
import { render } from 'preact'
import { expect, test } from 'vitest'
import { AnswerActions } from '../../../../local/bi-host/frame/assistant/conversation-message'
import { LookContext, UiContext, type Look, type Ui } from '../../../../local/bi-host/frame/parts/context'
import type { Tile } from '../../../../local/bi-host/wire/board'
import { noCustomizations } from '../../../../local/bi-host/frame/protocol/customizations'
import { createWords } from '../../../../local/bi-host/frame/theme/words'
import { embedded } from '../frame/protocol/embedding-page'

const tile = { kind: 'table', data: { kind: 'table', columns: [], cells: [] }, question: 'supply' } as const

/** The ways on below an answer, in a frame that embeds with these flags. */
async function ways(flags: object, more: object = {}): Promise<readonly HTMLElement[]> {
  const { frame } = await embedded(flags)
  const look = { words: createWords(noCustomizations) } as unknown as Look
  render(
    <UiContext.Provider value={{ frame } as unknown as Ui}>
      <LookContext.Provider value={look}>
        <AnswerActions tile={{ ...tile, ...more } as unknown as Tile} id="m-1" />
      </LookContext.Provider>
    </UiContext.Provider>,
    document.body,
  )
  return screen.queryAllByRole('button')
}
const names = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent)

test('an answer goes on to the builder and to a dashboard, and the tile of its message is asked for that', async () => {
  const buttons = await ways({})
  expect(names(buttons)).toEqual(['Explore', 'Pin'])
  const asked: unknown[] = []
  const listen = (event: Event): void => void asked.push((event as CustomEvent<unknown>).detail)
  document.addEventListener('tile-action', listen)
  for (const button of buttons) button.click()
  document.removeEventListener('tile-action', listen)
  expect(asked).toEqual([
    { actionId: 'explore', vizId: 'm-1' },
    { actionId: 'pin', vizId: 'm-1' },
  ])
})

test.each([
  ['hidden', { hideAction: ['pin'] }, {}, ['Explore']],
  ['disabled', { disableAction: ['explore'] }, {}, ['Pin']],
  ['not to be asked for in words', {}, { question: undefined }, ['Pin']],
  ['without an answer', {}, { data: null, question: undefined }, []],
  [
    'hidden for an action of the embedding page',
    {
      hideAction: ['explore'],
      customActions: [{ id: 'on', name: 'On', position: 'MENU', target: 'SPOTTER' }],
    },
    {},
    ['Pin', 'On'],
  ],
])('what is %s is not offered', async (_, flags, more, left) => {
  expect(names(await ways(flags, more))).toEqual(left)
})
