import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState, type ReactNode } from 'react'
import type { FlightRecord } from '../../../core/ports/journal'
import { startTimes, type StartStage } from '../../../core/shell/start-times'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { useApp } from '../../hooks/use-app'
import { useBack } from '../../hooks/use-back'
import '../../styles/help-sheet.scss'

const labels: Readonly<Record<StartStage, string>> = {
  paint: 'First paint',
  token: 'Token',
  frame: 'Frame created',
  hello: 'First message from the frame',
  'first-chart': 'First chart has data',
  'last-chart': 'Last chart so far',
}

/** For developers: how long each stage of this visit's start took. */
export function StartTimes({ close }: { readonly close: () => void }): ReactNode {
  const { useCases } = useApp()
  useBack(close)
  const [flight, setFlight] = useState<FlightRecord | null>(null)
  useEffect(() => void useCases.flight().then(setFlight), [useCases])
  if (flight === null) return null
  const times = startTimes(flight, performance.timeOrigin)
  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <DialogWindow title="Start timings" closing={{ disabled: false }} className="dialog dialog--help">
        <div className="dialog__body">
          <dl className="help__list">
            {Object.entries(labels).map(([stage, label]) => (
              <div key={stage}>
                <dt>{label}</dt>
                <dd>{timeText(times[stage as StartStage])}</dd>
              </div>
            ))}
          </dl>
          <p className="help__note">Measured from the start of navigation. Visit {flight.trace}.</p>
        </div>
      </DialogWindow>
    </Dialog.Root>
  )
}

const timeText = (ms: number | null): string => (ms === null ? '–' : `${ms.toLocaleString('en-US')} ms`)
