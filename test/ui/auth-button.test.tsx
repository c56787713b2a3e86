import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, afterEach, beforeEach, vi } from 'vitest'
import { memoryUser } from '../../src/adapters/identity-provider/memory/memory-identity-provider'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import type { User } from '../../src/core/ports/identity-provider'
import { Notices, autoDismissMs } from '../../src/ui/app/notices'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'

describe('the log-in button', () => {
  const { subject, issuer } = memoryUser

  describe('in the sidebar', () => {
    test('a visitor reads "Log In" beside a button called "Log in" and is sent to sign in from this page', async () => {
      const { user, host } = await renderWithApp(<Portal />)
      expect(screen.getByText('Log In')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Log in' }))
      expect(host.visits).toEqual([{ kind: 'sign-in', target: '/home', fresh: false }])
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

    test('waits while the session is loading', async () => {
      const { finishLoading } = await renderWithApp(<Portal />, { loading: 'session' })
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' })
      expect(button.disabled).toBe(true)
      expect(button.getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText('Log In')).toBeNull()
      await finishLoading()
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(false)
    })

    test('an error shows its icon and text, and the next press logs in', async () => {
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

    test('a failed login is reported and breaks nothing', async () => {
      const { user, host } = await renderWithApp(<Portal />)
      host.failNext('sign-in', { code: 'unreachable' })
      await user.click(screen.getByRole('button', { name: 'Log in' }))
      expect(await screen.findByTitle('Auth Error: Login failed')).toBeDefined()
    })

    test('a log-out that failed says so in a notice, which offers it again', async () => {
      const { user, host } = await renderWithApp(<Portal />, { signedIn: true })
      host.failNext('sign-out', { code: 'unreachable' })
      await user.click(screen.getByRole('button', { name: 'Log out' }))
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toBe('You couldn’t be logged out.Retry')
      await user.click(within(notice).getByRole('button', { name: 'Retry' }))
      expect(host.visits).toEqual([{ kind: 'sign-out' }])
    })
  })

  describe('on a page that asks for a login', () => {
    test.each([390, 1440])('a login that failed says so in a notice, at %i px', async (width) => {
      const { user, host } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin', width })
      host.failNext('sign-in', { code: 'unreachable' })
      await user.click(await screen.findByRole('button', { name: 'Log In' }))
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toBe('Your login couldn’t be completed.Log in again')
      await user.click(within(notice).getByRole('button', { name: 'Log in again' }))
      expect(host.visits).toMatchObject([{ kind: 'sign-in', target: '/datasets/bitcoin' }])
    })
  })

  describe('after a refusal', () => {
    test('a notice gives the reason once and can be dismissed', async () => {
      const { user, stores } = await renderWithApp(<Portal />)
      act(() => stores.auth.setState({ error: 'You are not on the list', notice: 'refused' }))
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toBe(
        'Login failed: You are not on the listRequest accessUse another account',
      )
      const request = within(notice).getByRole('link', { name: 'Request access' })
      expect(request.getAttribute('target')).toBe('_blank')
      expect(screen.getByTitle('Auth Error: You are not on the list')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test.each([
      ['access_denied', 'You weren’t logged in: the login was canceled, or your account has no access here.'],
      ['SIGNUP_NOT_ALLOWED', 'You weren’t logged in: new accounts can’t be created here.'],
      // A link can carry any text.
      ['__proto__', 'Login failed: __proto__'],
    ])('the notice explains the bare code %s', async (error, text) => {
      const { stores } = await renderWithApp(<Portal />)
      act(() => stores.auth.setState({ error, notice: 'refused' }))
      expect((await screen.findByRole('alert')).textContent).toBe(`${text}Request accessUse another account`)
      expect(screen.getByTitle(`Auth Error: ${error}`)).toBeDefined()
    })
  })

  test.each([
    ['continue', /one more step/, 'Continue logging in'],
    ['ended', /^Your session has ended\./, 'Log in again'],
    ['refused', /^Login failed:/, 'Use another account'],
  ] as const)('a login that is "%s" is reported with the next step', async (notice, text, action) => {
    const { user, host, stores } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin?tab=two' })
    act(() => stores.auth.setState({ notice }))
    expect(await screen.findByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: action }))
    expect(host.visits).toEqual([{ kind: 'sign-in', target: '/datasets/bitcoin?tab=two', fresh: false }])
  })

  test('the greeting names the user and has a log-out button', async () => {
    const { user, host } = await renderWithApp(<Portal />, { signedIn: true })
    const greeting = screen.getByRole('button', { name: `Hi, ${memoryUser.name ?? ''}` })
    expect(greeting.getAttribute('aria-expanded')).toBe('false')
    const menu = screen.getByRole('region', { name: 'Account', hidden: true })
    // The browser opens the popover and fires the event.
    fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
    expect(greeting.getAttribute('aria-expanded')).toBe('true')
    expect(menu.textContent).toContain(memoryUser.email)
    menu.hidePopover = vi.fn()
    await user.click(within(menu).getByRole('button', { name: 'Log out' }))
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
  })

  test.each([
    ['Keyboard shortcuts', 'dialog'],
    ['Log out', 'alertdialog'],
  ])('after “%s” of its account the greeting has the focus again', async (choice, role) => {
    const { user, stores } = await renderWithApp(<Portal />, { signedIn: true })
    act(() => void stores.unsavedWork.getState().hold({ title: 'Leave?', text: 'It will be lost.' }))
    const greeting = screen.getByRole('button', { name: /^Hi, / })
    const menu = screen.getByRole('region', { name: 'Account', hidden: true })
    const toggle = (newState: string): void =>
      void fireEvent(menu, Object.assign(new Event('toggle'), { newState }))
    // As in the browser, which returns the focus only if no dialog has taken it.
    let isFirst = false
    menu.hidePopover = () => {
      isFirst = screen.queryByRole(role) === null
      greeting.focus()
      toggle('closed')
    }
    toggle('open')
    await user.click(within(menu).getByRole('button', { name: choice }))
    await screen.findByRole(role)
    expect(isFirst).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(greeting))
  })

  test('after a failed log-out, unsaved work stays guarded and the next way out asks again', async () => {
    const { user, host, stores } = await renderWithApp(<Portal />, { signedIn: true })
    const work = { title: 'Leave?', text: 'It will be lost.' }
    act(() => void stores.unsavedWork.getState().hold(work))
    host.failNext('sign-out', { code: 'unreachable' })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByTitle('Auth Error: Logout failed')
    expect(stores.unsavedWork.getState()).toMatchObject({ work, isConfirming: false })
    expect(host.visits).toEqual([])
  })

  test('the phone menu closes when a notice appears, so that the notice is visible', async () => {
    const { user, stores } = await renderWithApp(<Portal />, { signedIn: true, width: 390 })
    // From an earlier press.
    act(() => stores.auth.setState({ notice: 'left' }))
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const menu = await screen.findByRole('dialog', { name: 'Menu' })
    expect(within(menu).getByText('LOG OUT')).toBeDefined()
    act(() => stores.auth.setState({ notice: 'offline' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
    const notice = await screen.findByText('You’re offline. Try again when you’re back online.')
    act(() => void dispatchEvent(new Event('online')))
    expect(notice.isConnected).toBe(false)
    // The same holds for notices that are not about login.
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    act(() => void stores.notices.getState().raise({ tone: 'warning', text: 'There’s a new version.' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  })

  test('a notice confirms the log-out', async () => {
    const { stores } = await renderWithApp(<Portal />)
    act(() => stores.auth.setState({ notice: 'left' }))
    expect((await screen.findByText('You’re logged out.')).closest('[role=status]')).not.toBeNull()
  })
})

describe('an identity provider that is unreachable at start', () => {
  test.each([
    ['/datasets/bitcoin', /^Please log in to access/],
    ['/saved-dashboards', /^Sign in to access your saved/],
  ])('does not show the sign-in prompt: %s reports it and offers Retry', async (path, invitation) => {
    const app = await renderWithApp(<Portal />, { path, signedIn: true, loading: 'session' })
    app.host.failNext('session', { code: 'unreachable' })
    await app.finishLoading()
    const main = within(screen.getByRole('main'))
    await main.findByText(/^The login service isn’t responding/)
    expect(main.queryByText(invitation)).toBeNull()
    expect((await main.findByRole('alert')).textContent).toMatch(/You haven’t been logged out/)
    // The page reports it, and no notice repeats it.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await app.user.click(main.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(app.stores.auth.getState().isAuthenticated).toBe(true))
    await waitFor(() => expect(screen.queryByText(/^The login service isn’t responding/)).toBeNull())
    expect(app.host.visits).toEqual([])
  })

  test('is reported on Home too, with Retry', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, loading: 'session' })
    app.host.failNext('session', { code: 'timeout' })
    await app.finishLoading()
    const notice = await screen.findByRole('alert')
    await app.user.click(within(notice).getByRole('button', { name: 'Retry' }))
    await screen.findByText(`Hi, ${memoryUser.name ?? ''}`)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is retried when the network is back', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, loading: 'session' })
    app.host.failNext('session', { code: 'unreachable' })
    await app.finishLoading()
    await screen.findByText(/^The login service isn’t responding/)
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    act(() => void dispatchEvent(new Event('offline')))
    Reflect.deleteProperty(navigator, 'onLine')
    act(() => void dispatchEvent(new Event('online')))
    await screen.findByText(`Hi, ${memoryUser.name ?? ''}`)
  })
})

test('a request that the portal’s own policy blocks is reported once per host and logged', async () => {
  const { journal } = await renderWithApp(<Portal />)
  const violation = (effectiveDirective: string, blockedURI: string): void => {
    const event = Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI })
    act(() => void document.dispatchEvent(event))
  }
  violation('style-src-elem', 'inline')
  violation('connect-src', 'https://tokens.example.com/api/token?user=somebody')
  violation('connect-src', 'https://tokens.example.com/api/token')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('blocks requests to tokens.example.com. An administrator')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(journal.entries.filter(({ where }) => where === 'policy').map(({ text }) => text)).toEqual([
    'connect-src does not allow tokens.example.com.',
  ])
})

test('a request blocked before the notices have loaded is reported too', async () => {
  const blocked = (effectiveDirective: string, blockedURL: string) => ({
    body: { effectiveDirective, blockedURL },
  })
  vi.stubGlobal(
    'ReportingObserver',
    class {
      readonly report: (list: readonly object[]) => void
      constructor(report: (list: readonly object[]) => void) {
        this.report = report
      }
      observe(): void {
        this.report([
          blocked('connect-src', 'https://early.example.com/api/token'),
          blocked('img-src', 'https://pictures.example.com/a.png'),
        ])
      }
      disconnect(): void {}
    },
  )
  await renderWithApp(<Portal />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This portal’s security policy blocks requests to early.example.com.')
  vi.unstubAllGlobals()
})

describe('notices', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  async function raised(tone: 'success' | 'info' | 'warning' | 'error') {
    vi.useRealTimers()
    const app = await renderWithApp(<Notices />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => void app.stores.notices.getState().raise({ tone, text: 'Something was said.' }))
    const card = (): HTMLElement | null =>
      screen.queryByText('Something was said.')?.closest('.notice') ?? null
    const wait = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds))
    return { card, wait }
  }

  test('shows the last three confirmations, and every notice that is more', async () => {
    const app = await renderWithApp(<Portal />)
    const { raise } = app.stores.notices.getState()
    act(() => {
      raise({ tone: 'error', text: 'Failed.' })
      raise({ tone: 'info', text: 'Ended.' })
      for (const text of ['1.', '2.', '3.', '4.', '5.']) raise({ tone: 'success', text })
    })
    const shown = [...document.querySelectorAll('.notice')].map((notice) => notice.textContent)
    expect(shown).toEqual(['Failed.', 'Ended.', '3.', '4.', '5.'])
  })

  test('only the latest few are shown', async () => {
    const app = await renderWithApp(<Notices />)
    const { raise } = app.stores.notices.getState()
    act(() => {
      for (let at = 0; at < 300; at += 1) raise({ tone: 'info', text: `Notice ${at}.` })
    })
    expect(document.querySelectorAll('.notice')).toHaveLength(20)
    expect(screen.queryByText('Notice 299.')).not.toBeNull()
  })

  test('Dismiss moves focus to the next notice, and from the last one back to where it was', async () => {
    vi.useRealTimers()
    const { stores, user } = await renderWithApp(
      <>
        <button type="button">Before</button>
        <Notices />
      </>,
    )
    const run = vi.fn<() => void>()
    const { raise } = stores.notices.getState()
    const texts = ['First.', 'Second.', 'Third.']
    act(() => {
      for (const text of texts) raise({ tone: 'error', text, action: { label: 'Undo', run } })
    })
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(run).toHaveBeenCalledOnce()
    const [next, last] = screen.getAllByRole('button', { name: 'Dismiss' })
    expect(document.activeElement).toBe(next)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(last)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }))
  })

  test('Escape dismisses the notice that has focus, and the event stops there', async () => {
    vi.useRealTimers()
    const { stores, user } = await renderWithApp(
      <>
        <button type="button">Before</button>
        <Notices />
      </>,
    )
    const presses: string[] = []
    const listen = ({ key }: KeyboardEvent): void => void presses.push(key)
    addEventListener('keydown', listen)
    const { raise } = stores.notices.getState()
    act(() => void raise({ tone: 'error', text: 'First.' }))
    act(() => void raise({ tone: 'error', text: 'Second.' }))
    await user.tab()
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    await user.tab()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alert').textContent).toBe('Second.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
    await user.keyboard('{Escape}')
    removeEventListener('keydown', listen)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }))
    expect(presses).toEqual(['Tab', 'Escape', 'Tab'])
  })

  test('a success notice dismisses itself after enough time to read it', async () => {
    const { card, wait } = await raised('success')
    wait(autoDismissMs - 1)
    expect(card()).not.toBeNull()
    wait(1)
    expect(card()).toBeNull()
  })

  test.each(['info', 'warning', 'error'] as const)(
    'a notice of tone %s stays until it is dismissed',
    async (tone) => {
      const { card, wait } = await raised(tone)
      wait(autoDismissMs * 10)
      expect(card()).not.toBeNull()
    },
  )

  test('a success notice stays while it has focus or the page is hidden', async () => {
    const { card, wait } = await raised('success')
    act(() => card()?.querySelector('button')?.focus())
    wait(autoDismissMs * 2)
    expect(card()).not.toBeNull()
    act(() => card()?.querySelector('button')?.blur())
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    wait(autoDismissMs * 2)
    expect(card()).not.toBeNull()
    seen.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    wait(autoDismissMs)
    expect(card()).toBeNull()
  })
})

describe('a change of user', () => {
  // Without a reload: a sign-out in another tab, or a renewal that returns another user.

  const trader: User = {
    subject: 'memory|trader',
    issuer: 'http://identity.invalid/',
    name: 'Zoë Müller',
    email: 'trader@example.com',
  }
  const row = (digit: number, name: string, author: string): SavedDashboard => ({
    id: `00000000-0000-4000-8000-00000000000${digit}`,
    name,
    description: '',
    author,
    createdAt: null,
    modifiedAt: null,
  })
  const dashboards = [row(1, 'Hers', memoryUser.email ?? ''), row(2, 'His', trader.email ?? '')]

  async function openGallery(): Promise<RenderedApp> {
    const app = await renderWithApp(<Portal />, { path: '/saved-dashboards', signedIn: true, dashboards })
    await screen.findByText('Hers')
    return app
  }
  const switchUser = ({ host, identity }: RenderedApp, user: User | null): Promise<void> =>
    act(async () => {
      host.become(user)
      await identity.accessToken({ renew: true })
    })

  describe('another user, without a reload', () => {
    test('sees their own dashboards and none of the previous user’s names', async () => {
      const app = await openGallery()
      await switchUser(app, trader)
      await screen.findByText('His')
      expect(screen.queryByText('Hers')).toBeNull()
      screen.getByText('Hi, Zoë Müller')
    })

    test('finds no open dialog and no typed text', async () => {
      const app = await openGallery()
      await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
      await app.user.type(await screen.findByLabelText('Dashboard Name'), 'Secret plan')
      await switchUser(app, trader)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
      expect((await screen.findByLabelText<HTMLInputElement>('Dashboard Name')).value).toBe('')
    })

    test('does not see the previous user’s confirmation dialog', async () => {
      const app = await openGallery()
      await app.user.click(screen.getByRole('button', { name: 'Delete Hers' }))
      await screen.findByRole('alertdialog')
      await switchUser(app, trader)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(document.body.textContent).not.toContain('Hers')
    })

    test('does not see the previous user’s notices', async () => {
      const app = await openGallery()
      act(() => void app.stores.notices.getState().raise({ tone: 'error', text: '“Hers” was not deleted.' }))
      await screen.findByText('“Hers” was not deleted.')
      await switchUser(app, trader)
      await waitFor(() => expect(screen.queryByText('“Hers” was not deleted.')).toBeNull())
    })
  })

  describe('a user who signed out', () => {
    test('leaves no name, dialog or notice behind', async () => {
      const app = await openGallery()
      await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
      await screen.findByRole('dialog')
      act(() => void app.stores.notices.getState().raise({ tone: 'info', text: 'Saved “Hers”.' }))
      await switchUser(app, null)
      await screen.findByText('Sign in to access your saved dashboards and create custom analytics.')
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(document.body.textContent).not.toContain('Hers')
    })
  })

  test('a notice from before the session loaded stays', async () => {
    const app = await renderWithApp(<Portal />, { loading: 'session' })
    act(
      () =>
        void app.stores.notices.getState().raise({ tone: 'error', text: 'Part of the portal is missing.' }),
    )
    await app.finishLoading()
    screen.getByText('Part of the portal is missing.')
  })

  test('a wrong clock is named, not only reported as "Failed to …"', async () => {
    const app = await renderWithApp(<Portal />, { loading: 'session', signedIn: true })
    app.host.failNext('session', { code: 'invalid-response', providerCode: 'clock' })
    await app.finishLoading()
    expect((await screen.findByRole('alert')).textContent).toContain('Check your clock')
    screen.getByTitle('Auth Error: Failed to update authentication state')
  })
})
