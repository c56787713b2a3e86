import { useMemo, useRef, useState } from 'preact/hooks'
import type { BoardReply } from '../../wire/board'
import { formatDay } from '../../rendering/format'
import { Icon } from '../parts/icon'
import { CopyPanel } from '../tiles/pin-panel'
import { useRequestedAction, useLook, useStore, useUi, type Ui } from '../parts/context'
import { Notice } from '../parts/page-message'
import { Popover, type PagePoint } from '../parts/floating'
import { isAllowed } from '../tiles/tile-actions'
import { Definition, MenuItems } from '../tiles/tile-menu'
import { boardActions, saveFigures, saveModel } from './board-actions'
import { fileFailed } from '../tiles/run-action'
import { editPath } from '../protocol/routes'
import type { Words } from '../theme/words'
import { ViewsPanel } from './views-panel'

type Opened = 'menu' | 'info' | 'copy' | 'views'

/** Vendor events whose name differs from the action's id. */
const eventNames: Readonly<Record<string, string>> = { downloadLiveboardAsCsv: 'downloadAsCsv' }

/** Menu of board actions. Absent if the embedding page shows none of them. */
export function BoardMenu({ reply }: { readonly reply: BoardReply }) {
  const ui = useUi()
  const { words } = useLook()
  const options = useStore(ui.frame.state, (state) => state.options)
  const visitor = useStore(ui.frame.state, (state) => state.visitor)
  const state = useStore(ui.board.state, (all) => all)
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [notice, setNotice] = useState('')
  const { board: view } = reply
  const changed = state.range !== null || state.cross !== null || Object.keys(state.chosen).length > 0
  const actions = boardActions({ view, changed, visitor }, options, words)

  function close(refocus: boolean): void {
    setOpened(null)
    if (refocus) button.current?.focus()
  }

  function run(actionId: string): void {
    close(true)
    setNotice('')
    setOpened(runBoardAction(actionId, { ...ui, reply, words, say: setNotice }))
  }

  // A host event may trigger a board action. It works like the menu, so only for visible actions.
  useRequestedAction(undefined, (actionId) => {
    if (isAllowed(actionId, options)) run(actionId)
  })

  const at = useMemo(() => below(opened === 'copy' ? button.current : null), [opened])
  const panel = { anchor: button, align: 'end', close } as const
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
        <Popover {...panel} label={words('board.menu')} kind="menu" className="viz-menu board-menu">
          <MenuItems actions={actions} choose={run} />
        </Popover>
      ) : null}
      {opened === 'info' ? (
        <Popover {...panel} label={words('board.menu.info')} kind="dialog" className="about">
          <Definition
            text={view.description}
            facts={{
              Source: view.source,
              'As of': `${formatDay(view.asOf)} (UTC)`,
              Charts: reply.tiles.length,
            }}
          />
        </Popover>
      ) : null}
      {opened === 'views' ? <ViewsPanel anchor={button} close={close} /> : null}
      {opened === 'copy' ? (
        <CopyPanel liveboardId={view.id} title={view.title} at={at} close={close} done={setNotice} />
      ) : null}
      <Notice text={notice} className="board-notice" dismiss={() => setNotice('')} />
    </>
  )
}

function below(button: HTMLElement | null): PagePoint {
  const box = button?.getBoundingClientRect()
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 }
}

interface Performing extends Pick<Ui, 'frame' | 'board' | 'views'> {
  readonly reply: BoardReply
  readonly words: Words
  readonly say: (text: string) => void
}

/** Runs an action and notifies the embedding page, as the vendor does. Returns the panel that it opens. */
function runBoardAction(actionId: string, needs: Performing): Opened | null {
  const { frame, reply, words, say } = needs
  const { id: liveboardId, title: name, editable } = reply.board
  const custom = frame.state.get().options.customActions.find(({ id }) => id === actionId)
  const event = eventNames[actionId] ?? actionId
  if (custom) frame.port.post('customAction', { id: custom.id, liveboardId })
  else if (actionId === 'personalisedViewsDropdown') return 'views'
  else if (actionId === 'edit' && editable !== true) say(words('board.notYours'))
  else {
    frame.port.post(event, { liveboardId, name }, 'start')
    // Its end event is sent once the copy exists.
    if (actionId === 'makeACopy') return 'copy'
    perform(actionId, needs)
    frame.port.post(event, { liveboardId, name }, 'end')
    if (actionId === 'pinboardInfo') return 'info'
  }
  return null
}

function perform(actionId: string, { frame, board, views, reply, words, say }: Performing): void {
  const { id, activeTabId } = reply.board
  switch (actionId) {
    case 'pinboardInfo':
      return
    case 'edit':
      return frame.navigate(editPath(id), false)
    case 'present':
      return void document.documentElement.requestFullscreen().catch(() => say('Full screen is blocked here'))
    case 'refreshLiveboardBrowserCache':
      return board.reload()
    case 'resetLiveboard':
      return views.choose(null)
    case 'embedDocument': {
      const link = `${location.origin}/#/pinboard/${id}${activeTabId === null ? '' : `/tab/${activeTabId}`}`
      return void navigator.clipboard.writeText(link).then(
        () => say('Link copied'),
        () => say(link),
      )
    }
    case 'downloadAsPdf':
      return globalThis.print()
    case 'downloadLiveboardAsCsv':
      return void saveFigures(reply).catch(() => say(fileFailed))
    case 'exportTSL':
      return void saveModel(reply).catch(() => say(fileFailed))
    default:
      say(words('viz.notOffered'))
  }
}
