import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'

export function ThemeToggle(): ReactNode {
  const { stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const toggle = useStore(stores.theme, (state) => state.toggle)
  const name = theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
  const Mark = theme === 'dark' ? Sun : Moon
  return (
    <Tooltip text={name}>
      <button type="button" className="control control--icon" aria-label={name} onClick={toggle}>
        <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
