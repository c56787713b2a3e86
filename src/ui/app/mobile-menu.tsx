import BookOpen from 'lucide-react/icons/book-open'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Logo } from '../components/logo'
import { useApp } from '../hooks/use-app'
import { useBack } from '../hooks/use-back'
import { trapFocus } from '../hooks/trap-focus'
import { CreateFromSidebar } from '../features/create-dashboard/create-button'
import { SidebarFavorites } from '../features/favorites/sidebar-favorites'
import { ResearchRow } from '../features/research/deep-research'
import { AuthButton, useAuthButton } from './auth-button'
import { PersonMenu } from './person-menu'
import { NavigationTree } from './navigation-tree'

/**
 * The navigation as a full-screen modal dialog: the page behind is inert, Escape closes it, and focus returns to the button that opened
 * it.
 */
export function MobileMenu({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { branding, stores } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const facts = useAuthButton()

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const opener = document.activeElement
    element.showModal()
    const release = trapFocus(element)
    return () => {
      release()
      element.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  useBack(onClose)

  // Notices appear on the page, hidden behind this menu, so a new one closes it.
  const newest = useStore(stores.notices, ({ notices }) => notices.at(-1)?.id ?? 0)
  const lastSeen = useRef(newest)
  useEffect(() => {
    if (newest > lastSeen.current) onClose()
    lastSeen.current = newest
  }, [newest, onClose])

  // Their dialogs open below this menu, where nobody can reach them.
  useEffect(() => {
    const stops = [
      stores.dialogs.subscribe(({ createDashboard }) => createDashboard && onClose()),
      stores.unsavedWork.subscribe(({ isConfirming }) => isConfirming && onClose()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [stores, onClose])

  return (
    <dialog className="mobile-menu" ref={dialog} aria-label="Menu" onCancel={onClose}>
      <div className="mobile-menu__head">
        <Logo wide all />
        <button type="button" className="control control--icon" aria-label="Close menu" onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <nav className="mobile-menu__list" aria-label="Main">
        <NavigationTree create={<CreateFromSidebar />} onChoose={onClose}>
          <SidebarFavorites onChoose={onClose} />
        </NavigationTree>
        <div className="mobile-menu__rule" />
        <ResearchRow onChoose={onClose} />
        <a
          className="nav-row"
          href={branding.knowledgeBaseUrl}
          target="_blank"
          rel="noopener"
          onClick={onClose}
        >
          <BookOpen size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="nav-row__label">Knowledge Base</span>
        </a>
      </nav>
      <div className="mobile-menu__foot">
        {facts.signedIn && <PersonMenu facts={facts} className="mobile-menu__person" hasKeys={false} />}
        <AuthButton facts={facts} variant="text" />
      </div>
    </dialog>
  )
}
