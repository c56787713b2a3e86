import Maximize2 from 'lucide-react/icons/maximize-2'
import Sparkles from 'lucide-react/icons/sparkles'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { isForInputMethod } from '../../hooks/keys'
import { trapFocus } from '../../hooks/trap-focus'
import { useApp } from '../../hooks/use-app'
import { ConversationView, NewConversation } from './conversation-view'
import { conversationPage, type ResearchSubject } from './subject'

/** "Deep Research" beside a board: the conversation of this visit about its data, and a field for the next question. */
export default function ResearchPanel({
  subject,
  beside,
}: {
  readonly subject: ResearchSubject
  /** False where the panel lies over the page. */
  readonly beside: boolean
}): ReactNode {
  const { stores } = useApp()
  const { close } = stores.research.getState()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const opening = useStore(stores.research, (state) => state.opening)
  useEffect(() => {
    // Another page mounts a panel of its own, which does not take the focus unless it covers the page.
    if (opening === true || !beside) field.current?.focus()
    stores.research.setState({ opening: false })
  }, [stores, opening, beside])
  useEffect(() => (beside || panel.current === null ? undefined : trapFocus(panel.current)), [beside])

  function leave(): void {
    close()
    // On a phone it was opened from the menu.
    document.querySelector<HTMLElement>('#deep-research-control, .mobile-bar button')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      ref={panel}
      className="research"
      role={beside ? 'complementary' : 'dialog'}
      aria-modal={beside ? undefined : true}
      aria-label="Deep Research"
      onClick={({ target, defaultPrevented }) => {
        // A link to the page beneath changes no path. The router prevents the default of the clicks that it handles.
        const isFollowed = defaultPrevented && target instanceof Element && target.closest('a') !== null
        if (isFollowed && !beside) close()
      }}
      onKeyDown={(event) => {
        // React's events also bubble from dialogs above the panel: those close themselves.
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event.nativeEvent)) return
        if (inside) leave()
      }}
    >
      <PanelHead subject={subject} field={field} leave={leave} />
      <ConversationView subject={subject} field={field} />
    </section>
  )
}

function PanelHead({
  subject,
  field,
  leave,
}: {
  readonly subject: ResearchSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly leave: () => void
}): ReactNode {
  return (
    <div className="research__head">
      <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
      <h2 className="research__title">Deep Research</h2>
      <span className="research__subject">{subject.name}</span>
      <NewConversation subject={subject} field={field} />
      <Link
        className="control control--icon"
        href={conversationPage(subject)}
        aria-label="Open full page"
        title="Open full page"
      >
        <Maximize2 size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="control control--icon"
        aria-label="Close Deep Research"
        onClick={leave}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
