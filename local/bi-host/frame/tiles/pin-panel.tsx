import { useEffect, useState } from 'preact/hooks'
import { type PinTarget, sessionOf } from '../../wire/answers'
import { createAnswerHost, callHost } from '../host/calls'
import { useLook, useUi } from '../parts/context'
import { Form, FormProblem, Select, TextField, useDialogEvents, useSubmission } from '../parts/form'
import { Popover, usePointAnchor, type PagePoint } from '../parts/floating'
import { tileGrid } from '../../wire/tile-grid'

/** The tab to pin to. Empty: the first, or none on a dashboard without tabs. */
interface TabChoice {
  readonly tab: string
  /** Name of a new tab. */
  readonly label: string
}

export const anyTab: TabChoice = { tab: '', label: '' }
const newTab = 'new tab'

/** In the host's format. Empty if any tab will do. */
export function tabOf({
  tab,
  label,
}: TabChoice): { readonly id: string } | { readonly label: string } | undefined {
  if (tab === newTab) return { label: label.trim() }
  return tab === '' ? undefined : { id: tab }
}

export const isComplete = ({ tab, label }: TabChoice): boolean => tab !== newTab || label.trim() !== ''

/** Tab selection for the dashboard chosen above: an existing tab, or a new one. */
export function TabFields({
  tabs,
  choice,
  change,
  className,
}: {
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly choice: TabChoice
  readonly change: (choice: TabChoice) => void
  /** Of the label that wraps the field. */
  readonly className: string
}) {
  return (
    <>
      <label class={className}>
        <span>Tab</span>
        <Select
          value={choice.tab}
          of={[
            ...(tabs.length === 0 ? [{ id: '', label: 'No tab' }] : []),
            ...tabs.map(({ id, label }, at) => ({ id: at === 0 ? '' : id, label })),
            ...(tabs.length < tileGrid.maxTabs ? [{ id: newTab, label: 'New tab…' }] : []),
          ]}
          change={(tab) => change({ ...choice, tab })}
        />
      </label>
      {choice.tab === newTab ? (
        <TextField
          className={className}
          label="Tab name"
          required
          maxLength={tileGrid.maxLabel}
          placeholder="Enter tab name..."
          value={choice.label}
          change={(label) => change({ ...choice, label })}
        />
      ) : null}
    </>
  )
}

interface PanelProps {
  readonly at: PagePoint
  readonly close: (refocus: boolean) => void
  /** Called with a sentence for the user on success. */
  readonly done: (words: string) => void
}

const newDashboard = ''

/** Pins a tile to a dashboard of the user, existing or new. */
export function PinPanel({
  liveboardId,
  tileId,
  title,
  ...panel
}: PanelProps & { readonly liveboardId: string; readonly tileId: string; readonly title: string }) {
  const { frame } = useUi()
  const { words } = useLook()
  const [targets, setTargets] = useState<readonly PinTarget[]>([])
  const [target, setTarget] = useState(newDashboard)
  const [name, setName] = useState('')
  const [tabChoice, setTabChoice] = useState(anyTab)
  const tab = tabOf(tabChoice)

  useEffect(() => {
    void createAnswerHost(frame)('ListPinTargets', {}).then((reply) => {
      const found = reply.ok ? reply.value.dashboards : []
      setTargets(found)
      setTarget(found[0]?.id ?? newDashboard)
    })
  }, [frame])

  return (
    <KeepForm
      {...panel}
      heading={`${words('pin.title')}: ${title}`}
      button={words('viz.menu.pin')}
      complete={(target !== newDashboard || name.trim() !== '') && isComplete(tabChoice)}
      event="pin"
      about={{ title }}
      submit={() =>
        callHost(frame, 'AddVizToLiveboard', {
          session: sessionOf(liveboardId, tileId),
          ...(target === newDashboard ? { newLiveboardName: name } : { liveboardId: target }),
          ...(tab === undefined ? {} : 'id' in tab ? { tabId: tab.id } : { newTabName: tab.label }),
        })
      }
    >
      <label class="keep-field">
        {words('pin.to')}
        <Select
          value={target}
          of={[
            ...targets.map((dashboard) => ({ id: dashboard.id, label: dashboard.name })),
            { id: newDashboard, label: words('pin.new') },
          ]}
          change={(id) => {
            setTarget(id)
            setTabChoice(anyTab)
          }}
        />
      </label>
      {target === newDashboard ? (
        <TextField className="keep-field" label={words('pin.name')} required value={name} change={setName} />
      ) : null}
      <TabFields
        tabs={targets.find(({ id }) => id === target)?.tabs ?? []}
        choice={tabChoice}
        change={setTabChoice}
        className="keep-field"
      />
    </KeepForm>
  )
}

export function CopyPanel({
  liveboardId,
  title,
  ...panel
}: PanelProps & { readonly liveboardId: string; readonly title: string }) {
  const { frame } = useUi()
  const { words } = useLook()
  const [name, setName] = useState(`Copy of ${title}`)
  return (
    <KeepForm
      {...panel}
      heading={words('copy.title')}
      button={words('viz.menu.makeACopy')}
      complete={name.trim() !== ''}
      event="makeACopy"
      submit={() => callHost(frame, 'CopyLiveboard', { liveboardId, name })}
      doneText={(board) => `${board} was added to your dashboards`}
    >
      <TextField className="keep-field" label={words('pin.name')} required value={name} change={setName} />
    </KeepForm>
  )
}

interface KeepFormProps extends PanelProps {
  readonly heading: string
  readonly button: string
  readonly complete: boolean
  /** The vendor's event. Its end is sent once something was saved. */
  readonly event: string
  readonly about?: object
  readonly submit: () => ReturnType<typeof callHost>
  /** Absent if the page that embeds the board reports it. */
  readonly doneText?: (dashboard: string) => string
  readonly children: preact.ComponentChildren
}

function KeepForm(props: KeepFormProps) {
  const { frame } = useUi()
  const anchor = usePointAnchor(props.at)
  const { busy, problem, send } = useSubmission()

  useDialogEvents()

  async function keep(): Promise<string> {
    const result = await props.submit()
    if (!result.ok) return result.message
    const liveboardId = String(result.data['pinboardId'])
    const liveboardName = String(result.data['pinboardName'])
    const { tabId, vizId } = result.data
    const added = {
      ...(typeof tabId === 'string' && { tabId }),
      ...(typeof vizId === 'string' && { vizId }),
    }
    frame.port.post(props.event, { ...props.about, liveboardId, liveboardName, ...added }, 'end')
    props.close(true)
    if (props.doneText) props.done(props.doneText(liveboardName))
    return ''
  }

  return (
    <Popover anchor={anchor} label={props.heading} kind="dialog" className="keep" stays close={props.close}>
      <Form class="keep-form" submit={() => void send(keep)}>
        <h3 class="drill-title">{props.heading}</h3>
        {props.children}
        <FormProblem text={problem} className="keep-problem" />
        <div class="keep-buttons">
          <button type="button" class="button quiet" onClick={() => props.close(true)}>
            Cancel
          </button>
          <button type="submit" class="button" disabled={busy || !props.complete}>
            {props.button}
          </button>
        </div>
      </Form>
    </Popover>
  )
}
