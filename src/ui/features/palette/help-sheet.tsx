import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { shortcuts, type Shortcut } from '../../../core/shell/shortcuts'
import { useApp } from '../../hooks/use-app'
import { useBack } from '../../hooks/use-back'
import { useReportProblem } from '../../hooks/use-report-problem'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { keyNames } from '../../hooks/keys'
import '../../styles/help-sheet.scss'

const groups = ['Anywhere', 'Go to', 'This page'] as const

/** All shortcuts, and the switch for single-key shortcuts. */
export function HelpSheet(): ReactNode {
  const { branding, offers, stores, useCases } = useApp()
  const guide = branding.knowledgeBaseUrl
  const isOffered = ({ action }: Shortcut): boolean =>
    (action !== 'data-weaver' || offers.includes('builder')) &&
    (action !== 'create-dashboard' || offers.includes('create-dashboard'))
  const close = useStore(stores.dialogs, (state) => state.closeHelp)
  useBack(close)
  const [on, setOn] = useState(true)
  useEffect(() => void useCases.singleKeys().then(setOn), [useCases])

  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <DialogWindow title="Keyboard shortcuts" closing={{ disabled: false }} className="dialog dialog--help">
        <div className="dialog__body help">
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h3 className="help__group">{group}</h3>
              <dl className="help__list">
                {shortcuts
                  .filter((shortcut) => shortcut.group === group && isOffered(shortcut))
                  .map(({ action, label, keys }) => (
                    <div key={action}>
                      <dt>{label}</dt>
                      <dd>
                        {keys.map((key, at) => (
                          <span key={key}>
                            {at > 0 && <span className="help__then"> then </span>}
                            {keyNames(key).map((name) => (
                              <kbd className="key" key={name}>
                                {name}
                              </kbd>
                            ))}
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <label className="help__switch">
            <input
              type="checkbox"
              role="switch"
              checked={on}
              aria-checked={on}
              onChange={(event) => {
                setOn(event.target.checked)
                void useCases.chooseSingleKeys(event.target.checked)
              }}
            />
            <span>
              Single-key shortcuts
              <small>When off, only Ctrl/⌘ shortcuts work.</small>
            </span>
          </label>
          <p className="help__note">
            Shortcuts pause while focus is inside a dashboard. Press Tab to leave it, or use Search. More in
            the{' '}
            <a
              href={guide.startsWith('/open-data/') ? `${guide}#keyboard` : guide}
              target="_blank"
              rel="noopener"
            >
              Knowledge Base
            </a>
            .
          </p>
          <ReportNote close={close} />
        </div>
      </DialogWindow>
    </Dialog.Root>
  )
}

function ReportNote({ close }: { readonly close: () => void }): ReactNode {
  const reportProblem = useReportProblem()
  return (
    <p className="help__note">
      Something went wrong?{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => {
          close()
          void reportProblem()
        }}
      >
        Report a problem
      </button>
    </p>
  )
}
