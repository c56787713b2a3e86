import { mountBoard } from '../board/app'
import type { LoadBoard } from '../board/host-client'
import { readCustomisations } from '../protocol/customisations'
import { createFrame } from '../protocol/frame'
import { createParentPort } from '../protocol/parent-port'
import { kinds } from './kinds'
import { specimenLook } from './look'
import { stablecoins } from './stablecoins'

/**
 * The specimen: boards of invented figures, to judge the look of every kind of tile without a session.
 * `#/specimen` shows every kind, `#/specimen/stablecoins` a whole board; `?theme=dark` is the dark look.
 */
export function mountSpecimen(root: HTMLElement): void {
  const search = location.search
  const frame = createFrame({
    port: createParentPort({ parent: { postMessage: () => undefined }, allowed: [] }),
    address: {
      search,
      hash: () => '#/embed/viz/specimen',
      push: () => undefined,
      replace: () => undefined,
      travel: () => undefined,
    },
  })
  const boards = location.hash.includes('stablecoins') ? stablecoins : kinds
  const load: LoadBoard = async (request) => {
    const reply = boards()
    return {
      ok: true,
      reply: {
        ...reply,
        board: {
          ...reply.board,
          range: request.range ?? reply.board.range,
          activeTabId: request.tabId ?? reply.board.activeTabId,
        },
        tiles:
          request.part === 'definition' ? reply.tiles.map((tile) => ({ ...tile, data: null })) : reply.tiles,
      },
    }
  }
  const dark = new URLSearchParams(search).get('theme') === 'dark'
  frame.state.set({ phase: 'ready', customisations: readCustomisations(specimenLook(dark)) })

  const label = document.createElement('header')
  label.className = 'specimen-label'
  label.textContent = 'Specimen: every figure on this page is invented.'
  root.before(label)
  mountBoard(root, frame, load)
}
