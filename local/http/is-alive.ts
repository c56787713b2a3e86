import { isSystemError } from './system-error'

/** Whether there is a process of this id, anybody's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isSystemError(error, 'EPERM')
  }
}
