import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryUser } from '../../src/adapters/identity-provider/memory/memory-identity-provider'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

const { subject, issuer } = memoryUser

describe('in the sidebar', () => {
  test('a visitor reads "Log In" beside a button called "Log in" and is sent to sign in from this page', async () => {
    const { user, host } = await renderWithApp(<Portal />)
    expect(screen.getByText('Log In')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(host.visits).toEqual([{ kind: 'sign-in', target: '/home', fresh: true }])
  })

  test.each([
    [{ subject, issuer, name: 'Ada Winter', givenName: 'Ada', nickname: 'ada' }, 'Hi, Ada Winter'],
    [{ subject, issuer, givenName: 'Ada', nickname: 'ada' }, 'Hi, Ada'],
    [{ subject, issuer, nickname: 'ada' }, 'Hi, ada'],
    [{ subject, issuer }, 'Hi, User'],
    [{ subject, issuer, name: '<b>Ada</b>' }, 'Hi, <b>Ada</b>'],
  ])('%j is greeted as "%s"', async (signedIn, label) => {
    await renderWithApp(<Portal />, { signedIn })
    expect(screen.getByText(label)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined()
  })

  test('signed in, it logs out', async () => {
    const { user, host } = await renderWithApp(<Portal />, { signedIn: true })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
  })

  test('while it is not known who is here it waits', async () => {
    const { finishLoading } = await renderWithApp(<Portal />, { loading: 'session' })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' })
    expect(button.disabled).toBe(true)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('Log In')).toBeNull()
    await finishLoading()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(false)
  })

  test('an error has its icon and its words; the next press logs in', async () => {
    const { user, host, stores } = await renderWithApp(<Portal />)
    act(() => stores.auth.setState({ error: 'Login failed' }))
    await user.click(screen.getByTitle('Auth Error: Login failed'))
    expect(host.visits.map((visit) => visit.kind)).toEqual(['sign-in'])
    expect(screen.queryByTitle(/Auth Error/)).toBeNull()
  })

  test.each(['access_denied', 'signup_not_allowed: ask an administrator'])(
    'on "%s" a press logs out',
    async (error) => {
      const { user, host, stores } = await renderWithApp(<Portal />)
      act(() => stores.auth.setState({ error }))
      await user.click(screen.getByRole('button', { name: 'Log in' }))
      expect(host.visits.map((visit) => visit.kind)).toEqual(['sign-out'])
    },
  )

  test('a login that fails is said, and nothing breaks', async () => {
    const { user, host } = await renderWithApp(<Portal />)
    host.failNext('sign-in', { code: 'unreachable' })
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByTitle('Auth Error: Login failed')).toBeDefined()
  })
})

describe('after a refusal', () => {
  test('a notice says why, once, and can be put away', async () => {
    const { user, stores } = await renderWithApp(<Portal />)
    act(() => stores.auth.setState({ error: 'You are not on the list', refused: true }))
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toBe('Login failed: You are not on the list')
    expect(screen.getByTitle('Auth Error: You are not on the list')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
