import { useMemo, useRef, useState } from 'preact/hooks'
import type { BoardReply } from '../../wire/board'
import { formatDay } from '../../rendering/format'
import { Icon } from '../parts/icon'
import { CopyPanel } from '../tiles/pin-panel'
import { useAsked, useLook, useStore, useUi } from '../parts/context'
import { Popover } from '../parts/popover'
import { isAllowed } from '../tiles/tile-actions'
import { MenuItems } from '../tiles/tile-menu'
import { boardActions, saveFigures, saveModel } from './board-actions'
import { fileFailed } from '../tiles/run-action'
import { editPath } from '../protocol/routes'
import { ViewsPanel } from './views-panel'

type Opened = 'menu' | 'info' | 'copy' | 'views'

/** Events of the vendor that have another name than the action. */
const eventNames: Readonly<Record<string, string>> = { downloadLiveboardAsCsv: 'downloadAsCsv' }

/** The actions on the whole board; absent where the embedding page shows none of them. */
export function BoardMenu({ reply }: { readonly reply: BoardReply }) {
  const { frame, board, views } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const visitor = useStore(frame.state, (state) => state.visitor)
  const state = useStore(board.state, (all) => all)
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [notice, setNotice] = useState('')
  const { board: view } = reply
  const changed = state.range !== null || state.cross !== null || Object.keys(state.chosen).length > 0
  const actions = useMemo(
    () => boardActions({ view, changed, visitor }, options, words),
    [view, changed, visitor, options, words],
  )

  function close(refocus: boolean): void {
    setOpened(null)
    if (refocus) button.current?.focus()
  }

  function run(actionId: string): void {
    close(true)
    setNotice('')
    const custom = options.customActions.find(({ id }) => id === actionId)
    if (custom) return frame.port.post('customAction', { id: custom.id, liveboardId: view.id })
    const event = eventNames[actionId] ?? actionId
    const about = { liveboardId: view.id, name: view.title }
    if (actionId === 'makeACopy') {
      // Its end is told when there is a copy.
      frame.port.post(event, about, 'start')
      const box = button.current?.getBoundingClientRect()
      setAt({ x: box?.left ?? 0, y: box?.bottom ?? 0 })
      return setOpened('copy')
    }
    if (actionId === 'personalisedViewsDropdown') return setOpened('views')
    if (actionId === 'edit' && view.editable !== true) return setNotice(words('board.notYours'))
    if (actionId === 'pinboardInfo') setOpened('info')
    frame.port.post(event, about, 'start')
    perform(actionId)
    frame.port.post(event, about, 'end')
  }

  function perform(actionId: string): void {
    switch (actionId) {
      case 'pinboardInfo':
        return
      case 'edit':
        return frame.navigate(editPath(view.id), false)
      case 'present':
        return present(setNotice)
      case 'refreshLiveboardBrowserCache':
        return board.reload()
      case 'resetLiveboard':
        return views.choose(null)
      case 'embedDocument': {
        const link = `${location.origin}/#/pinboard/${view.id}${view.activeTabId === null ? '' : `/tab/${view.activeTabId}`}`
        void navigator.clipboard.writeText(link).then(
          () => setNotice('Link copied'),
          () => setNotice(link),
        )
        return
      }
      case 'downloadAsPdf':
        return globalThis.print()
      case 'downloadLiveboardAsCsv':
        return void saveFigures(reply).catch(() => setNotice(fileFailed))
      case 'exportTSL':
        return void saveModel(reply).catch(() => setNotice(fileFailed))
      default:
        setNotice(words('viz.notOffered'))
    }
  }

  // A host event may ask for an action of the board; it is obeyed like the menu, where the action is shown.
  useAsked(undefined, (actionId) => {
    if (isAllowed(actionId, options)) run(actionId)
  })

  return (
    <>
      {actions.length === 0 ? null : (
        <button
          ref={button}
          type="button"
          class="icon-button board-menu-button"
          aria-label={words('board.menu')}
          title={words('viz.menu.label')}
          aria-expanded={opened === 'menu'}
          aria-haspopup="menu"
          onClick={() => setOpened(opened === 'menu' ? null : 'menu')}
        >
          <Icon name="ellipsis" size={16} />
        </button>
      )}
      {opened === 'menu' ? (
        <Popover
          anchor={button}
          label={words('board.menu')}
          kind="menu"
          className="viz-menu board-menu"
          align="end"
          close={close}
        >
          <MenuItems actions={actions} choose={run} />
        </Popover>
      ) : null}
      {opened === 'info' ? (
        <Popover
          anchor={button}
          label={words('board.menu.info')}
          kind="dialog"
          className="about"
          align="end"
          close={close}
        >
          <p class="about-definition">{view.description}</p>
          <dl>
            <dt>Source</dt>
            <dd>{view.source}</dd>
            <dt>As of</dt>
            <dd>{formatDay(view.asOf)} (UTC)</dd>
            <dt>Charts</dt>
            <dd>{reply.tiles.length}</dd>
          </dl>
        </Popover>
      ) : null}
      {opened === 'views' ? <ViewsPanel anchor={button} close={close} /> : null}
      {opened === 'copy' ? (
        <CopyPanel liveboardId={view.id} title={view.title} at={at} close={close} done={setNotice} />
      ) : null}
      <output class={notice === '' ? 'visually-hidden' : 'board-notice'}>
        {notice}
        {notice === '' ? null : (
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => setNotice('')}>
            <Icon name="close" size={14} />
          </button>
        )}
      </output>
    </>
  )
}

/** The whole screen, where the browser and the embedding page allow it. */
function present(say: (words: string) => void): void {
  document.documentElement.requestFullscreen().catch(() => say('Full screen is blocked here'))
}
