import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Spinner } from '../components/spinner'
import { useApp } from '../hooks/use-app'

/** Flags that are there within this time, kept ones above all, leave no trace of the gate. In milliseconds. */
const beforeItShows = 100

/** Whether the full-screen "Loading..." stands. The shell goes on underneath. */
export function useStartGate(): boolean {
  const { stores } = useApp()
  const gated = useStore(stores.flags, (state) => state.gated)
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), beforeItShows)
    return () => clearTimeout(timer)
  }, [])
  return gated && waited
}

export function StartGate(): ReactNode {
  return (
    <output className="gate">
      <Spinner />
      <span>Loading...</span>
    </output>
  )
}
