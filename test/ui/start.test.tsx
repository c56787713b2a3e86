import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { afterEach, describe, expect, test, beforeEach, vi } from 'vitest'
import { dashboardVariable, sourceVariable } from '../../src/composition/configuration-table'
import { datasetKeys } from '../../src/core/catalogue/catalogue'
import { stripKey } from '../../src/core/favorites/strip'
import type { SurfaceFailure } from '../../src/core/ports/dashboard-surface'
import { sidebarKey } from '../../src/core/shell/sidebar'
import { themeKey } from '../../src/core/theme/theme'
import { Portal } from '../../src/ui/app/portal'
import { lazyWithRetry, useDeferredUiTime, useEarlySearchKey } from '../../src/ui/app/use-deferred-ui'
import { forgetMissingParts, part, PartMissing } from '../../src/ui/components/part'
import { renderWithApp } from '../support/render-with-app'

describe('start', () => {
  const html = readFileSync('index.html', 'utf8')
  const shell = (): Element | null => document.querySelector('.shell')

  describe('the start gate', () => {
    test('is shown over a working shell while flags load, and closes with the first values', async () => {
      const { board, finishLoading } = await renderWithApp(<Portal />, { loading: 'flags' })
      expect(board().shown).not.toEqual([])
      expect(await screen.findByText('Loading...')).toBeDefined()
      expect(shell()?.hasAttribute('inert')).toBe(true)
      await finishLoading()
      await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
      expect(shell()?.hasAttribute('inert')).toBe(false)
    })

    test('times out after five seconds', async () => {
      const { clock } = await renderWithApp(<Portal />, { loading: 'flags' })
      await screen.findByText('Loading...')
      act(() => clock.advance(5_000))
      expect(screen.queryByText('Loading...')).toBeNull()
    })

    test('is never shown when flags are available at once', async () => {
      await renderWithApp(<Portal />)
      expect(screen.queryByText('Loading...')).toBeNull()
    })
  })

  describe('index.html', () => {
    afterEach(() => {
      localStorage.clear()
      for (const name of ['sidebar', 'strip', 'path']) delete document.documentElement.dataset[name]
      document.documentElement.dataset['theme'] = 'dark'
    })

    /** Runs the inline script, which runs before the first paint. */
    const script = (): void => {
      const [, text = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
      runInNewContext(text, { addEventListener, document, localStorage, location: { pathname: '/home' } })
    }

    test.each([
      ['light', 'light'],
      ['dark', 'dark'],
      ['<b>', 'dark'],
      [null, 'dark'],
    ])('a stored theme of %j paints %s', (stored, theme) => {
      if (stored !== null) localStorage.setItem(themeKey, stored)
      script()
      expect(document.documentElement.dataset['theme']).toBe(theme)
    })

    test('it passes on the stored sidebar state', () => {
      localStorage.setItem(sidebarKey, 'collapsed')
      script()
      expect(document.documentElement.dataset['sidebar']).toBe('collapsed')
    })

    test('it passes on the space reserved for Home’s strip, and its page', () => {
      localStorage.setItem(stripKey, 'links tiles-2')
      script()
      expect(document.documentElement.dataset['strip']).toBe('links tiles-2')
      expect(document.documentElement.dataset['path']).toBe('/home')
    })

    test('it has one inline script, no style attribute, an icon and a language', () => {
      expect(html.match(/<script>/g)).toHaveLength(1)
      expect(html).not.toMatch(/\sstyle=/)
      const [, icon = ''] = /rel="icon"[^>]*href="data:image\/svg\+xml,([^"]*)"/.exec(html) ?? []
      expect(decodeURIComponent(icon).replaceAll("'", '"')).toBe(
        readFileSync('src/ui/public/open-data/icon.svg', 'utf8').trim(),
      )
      expect(html).toContain('<html lang="en"')
      expect(html).toContain('<title>Assay</title>')
    })
  })

  describe('error isolation', () => {
    test('a page that throws is named with a reference, and the shell keeps working', async () => {
      const { catalogue, goTo, journal, user } = await renderWithApp(<Portal />, {
        signedIn: true,
        quiet: true,
      })
      const bitcoin = catalogue.byPath('/datasets/bitcoin')
      Object.defineProperty(bitcoin, 'description', {
        configurable: true,
        get: () => {
          throw new Error('broken on purpose')
        },
      })
      goTo('/datasets/bitcoin')
      expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeDefined()
      const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(screen.getByRole('main').textContent)?.[0]
      expect(journal.entries).toContainEqual(
        expect.objectContaining({ where: 'page', text: 'Error: broken on purpose', reference }),
      )
      await user.click(screen.getByRole('link', { name: 'Stablecoins' }))
      expect(screen.getByRole('heading', { level: 1, name: 'Stablecoins' })).toBeDefined()
    })

    describe('a page whose chunk fails to load', () => {
      afterEach(() => Reflect.deleteProperty(navigator, 'onLine'))

      /** Bitcoin's page throws PartMissing until `give` is called. */
      async function renderWithoutChunk() {
        const rendered = await renderWithApp(<Portal />, { signedIn: true, quiet: true })
        const bitcoin = rendered.catalogue.byPath('/datasets/bitcoin')
        const description = bitcoin?.description
        let there = false
        Object.defineProperty(bitcoin, 'description', {
          configurable: true,
          get: () => {
            if (!there) throw new PartMissing('no such file')
            return description
          },
        })
        return { ...rendered, main: within(screen.getByRole('main')), give: () => (there = true) }
      }

      test('offers Retry, and the shell keeps working', async () => {
        const { goTo, user, main, give } = await renderWithoutChunk()
        goTo('/datasets/bitcoin')
        main.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' })
        expect(main.getByText('Reference').textContent).toMatch(/^Reference [2-9A-Z]{4}-[2-9A-Z]{4}$/)
        await user.click(screen.getByRole('link', { name: 'Stablecoins' }))
        main.getByRole('heading', { level: 1, name: 'Stablecoins' })
        goTo('/datasets/bitcoin')
        give()
        await user.click(main.getByRole('button', { name: 'Retry' }))
        main.getByRole('heading', { level: 1, name: 'Bitcoin' })
      })

      test('waits for the network while offline', async () => {
        const { goTo, main, give } = await renderWithoutChunk()
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
        goTo('/datasets/bitcoin')
        main.getByRole('heading', { level: 1, name: 'This page needs a connection' })
        give()
        Reflect.deleteProperty(navigator, 'onLine')
        act(() => void dispatchEvent(new Event('online')))
        main.getByRole('heading', { level: 1, name: 'Bitcoin' })
      })
    })

    test('a sidebar that throws leaves the page and a link to Home', async () => {
      const { stores } = await renderWithApp(<Portal />, { path: '/nowhere', quiet: true })
      act(() => stores.auth.setState({ isAuthenticated: true, user: null as never }))
      expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
      expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/home')
      expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
    })

    test('a dialog that fails to render closes with a notice, and breaks nothing else', async () => {
      const { catalogue, stores, user } = await renderWithApp(<Portal />, {
        path: '/nowhere',
        signedIn: true,
        quiet: true,
      })
      const { datasets } = catalogue
      let broken = true
      Object.defineProperty(catalogue, 'datasets', {
        get: () => {
          if (broken) throw new Error('broken on purpose')
          return datasets
        },
      })
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByText(/^This couldn’t be opened/)
      expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
      expect(stores.dialogs.getState().search).toBe(false)
      await user.keyboard('t')
      expect(document.documentElement.dataset['theme']).toBe('light')
      broken = false
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByRole('combobox')
    })

    test('when the portal itself throws, the generic error page is shown', async () => {
      const { catalogue, goTo } = await renderWithApp(<Portal />, { quiet: true })
      Object.defineProperty(catalogue, 'byPath', {
        value: () => {
          throw new Error('broken on purpose')
        },
      })
      goTo('/datasets/bitcoin')
      expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeDefined()
      expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    })
  })

  describe('offline', () => {
    afterEach(() => Reflect.deleteProperty(navigator, 'onLine'))
    const become = (online: boolean): void => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: online })
      act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
    }

    test('is shown for as long as it lasts', async () => {
      await renderWithApp(<Portal />)
      become(false)
      expect(
        screen.getByText(
          'You’re offline. What’s on screen may be out of date; the rest loads when you’re back online.',
        ),
      ).toBeDefined()
      become(true)
      expect(screen.queryByText(/You’re offline/)).toBeNull()
    })

    test('a board that fails while offline reports that it waits for a connection, and is retried once when back online', async () => {
      const { board } = await renderWithApp(<Portal />)
      let loads = 0
      board().watch(({ kind }) => {
        if (kind === 'loading') loads += 1
      })
      become(false)
      act(() => board().say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
      expect(screen.getByRole('alert').textContent).toContain('The Home dashboard needs a connection')
      expect(loads).toBe(0)
      become(true)
      expect(screen.queryByRole('alert')).toBeNull()
      become(false)
      become(true)
      expect(loads).toBe(1)
    })
  })

  describe('a page that becomes visible again', () => {
    afterEach(() => Reflect.deleteProperty(document, 'visibilityState'))
    const become = (visibilityState: DocumentVisibilityState): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }

    test.each<[SurfaceFailure, string, number]>([
      [{ kind: 'frame-silent' }, 'tries', 1],
      [{ kind: 'view-refused' }, 'leaves', 0],
    ])('after %o %s its board', async (failure, _does, tries) => {
      const { board } = await renderWithApp(<Portal />)
      let loads = 0
      board().watch(({ kind }) => {
        if (kind === 'loading') loads += 1
      })
      act(() => board().say({ kind: 'failed', failure }))
      become('hidden')
      expect(loads).toBe(0)
      become('visible')
      expect(loads).toBe(tries)
    })
  })

  describe('returning from sign-in', () => {
    test('shows no page and requests no board until the target is known', async () => {
      const { board, addresses, finishLoading } = await renderWithApp(<Portal />, {
        path: '/datasets?code=one&state=two',
        loading: 'session',
      })
      expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
      expect(board().shown).toEqual([])
      await finishLoading()
      expect(addresses()).toEqual(['/home'])
      expect(screen.getByRole('heading', { level: 1, name: 'Assay' })).toBeDefined()
    })
  })
})

describe('lazy with retry', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A chunk that loads on the given attempt. */
  function file(attempt: number) {
    let asked = 0
    const there = vi.fn()
    const load = (): Promise<string> => {
      asked += 1
      return asked < attempt ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('module')
    }
    void lazyWithRetry(load).then(there)
    return { there, asked: () => asked }
  }

  test('a chunk that fails to load is retried with growing back-off', async () => {
    const { there, asked } = file(4)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(3)
    expect(there).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(there).toHaveBeenCalledExactlyOnceWith('module')
  })

  test('going back online ends the back-off, and no chunk is requested twice', async () => {
    const { there, asked } = file(2)
    await vi.advanceTimersByTimeAsync(1)
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(there).toHaveBeenCalledOnce()
    expect(asked()).toBe(2)
  })

  test('the third failure is reported, after the sixth the next press retries, and success removes the message', async () => {
    document.body.insertAdjacentHTML('beforeend', '<p id="part-missing" hidden>words</p>')
    const words = document.querySelector<HTMLElement>('#part-missing')
    const { there, asked } = file(8)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(words?.hidden).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(words?.hidden).toBe(false)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked()).toBe(6)
    // Another chunk that loads meanwhile does not remove the message.
    await lazyWithRetry(() => Promise.resolve('another'))
    expect(words?.hidden).toBe(false)
    dispatchEvent(new Event('keydown'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked()).toBe(7)
    expect(words?.hidden).toBe(false)
    dispatchEvent(new Event('pointerdown'))
    await vi.advanceTimersByTimeAsync(0)
    expect(there).toHaveBeenCalledExactlyOnceWith('module')
    expect(words?.hidden).toBe(true)
    words?.remove()
  })
})

test('a chunk that never arrives is reported missing until it arrives', async () => {
  vi.useFakeTimers()
  document.body.insertAdjacentHTML('beforeend', '<p id="part-missing" hidden>words</p>')
  const words = document.querySelector<HTMLElement>('#part-missing')
  const there = vi.fn<(module: string) => void>()
  let arrive: (module: string) => void = () => undefined
  void lazyWithRetry(() => new Promise<string>((resolve) => (arrive = resolve))).then(there)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(words?.hidden).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(words?.hidden).toBe(false)
  arrive('module')
  await vi.advanceTimersByTimeAsync(0)
  expect(there).toHaveBeenCalledExactlyOnceWith('module')
  expect(words?.hidden).toBe(true)
  words?.remove()
  vi.useRealTimers()
})

describe('the deferred UI', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const begin = (board = true) =>
    renderHook((props) => useDeferredUiTime(props), { initialProps: { board, hasData: false } })

  test('loads at once without a board, and otherwise once the board’s first chart is rendered', () => {
    expect(begin(false).result.current).toBe(true)
    const { result, rerender } = begin()
    expect(result.current).toBe(false)
    rerender({ board: true, hasData: true })
    expect(result.current).toBe(false)
    act(() => void vi.advanceTimersByTime(250))
    expect(result.current).toBe(true)
  })

  test('waits eight seconds for a slow board, and loads at once on user activity', () => {
    const { result } = begin()
    act(() => void vi.advanceTimersByTime(7_999))
    expect(result.current).toBe(false)
    act(() => void vi.advanceTimersByTime(1))
    expect(result.current).toBe(true)
    const other = begin().result
    act(() => void dispatchEvent(new Event('pointermove')))
    expect(other.current).toBe(true)
  })

  test('does not lose its shortcut when Ctrl is pressed before it has loaded', () => {
    const openSearch = vi.fn()
    const { result, rerender } = renderHook(
      ({ there }) => {
        useEarlySearchKey(there, openSearch)
        return useDeferredUiTime({ board: true, hasData: false })
      },
      { initialProps: { there: false } },
    )
    const press = (key: string, more: KeyboardEventInit = {}): boolean =>
      dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, ...more }))
    act(() => void press('Control'))
    act(() => void press('ķ', { code: 'KeyK', altKey: true }))
    act(() => void press('л', { code: 'KeyK', altKey: true }))
    expect(result.current).toBe(true)
    expect(openSearch).not.toHaveBeenCalled()
    // Nor does the browser run its own shortcut.
    let left = true
    act(() => void (left = press('k')))
    expect(left).toBe(false)
    expect(openSearch).toHaveBeenCalledOnce()
    act(() => void press('л', { code: 'KeyK' }))
    expect(openSearch).toHaveBeenCalledTimes(2)
    rerender({ there: true })
    act(() => void press('k'))
    expect(openSearch).toHaveBeenCalledTimes(2)
  })
})

describe('a lazy-loaded part', () => {
  /** A part whose chunk loads once `let` is called. */
  function file() {
    let asked = 0
    let there = false
    const InFile = part<{ readonly name: string }>(() => {
      asked += 1
      return there ? Promise.resolve(({ name }) => <p>Here is {name}</p>) : Promise.reject(new Error('404'))
    })
    const seen: unknown[] = []
    const draw = () =>
      render(
        <ErrorBoundary fallback={<p>not there</p>} onError={(error) => void seen.push(error)}>
          <Suspense fallback={<p>coming</p>}>
            <InFile name="Ann" />
          </Suspense>
        </ErrorBoundary>,
      )
    return { InFile, draw, seen, asked: () => asked, let: () => (there = true) }
  }

  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

  test('that fails to load is requested once, and again once its failure is cleared', async () => {
    const { draw, seen, asked, let: arrive } = file()
    draw()
    await screen.findByText('not there')
    expect(seen).toEqual([new PartMissing('Error: 404')])
    cleanup()
    arrive()
    draw()
    await screen.findByText('not there')
    expect(asked()).toBe(1)
    cleanup()
    forgetMissingParts()
    draw()
    await screen.findByText('Here is Ann')
    expect(asked()).toBe(2)
  })

  test('that never arrives counts as missing after twenty seconds', async () => {
    vi.useFakeTimers()
    const InFile = part<object>(() => new Promise(() => undefined))
    render(
      <ErrorBoundary fallback={<p>not there</p>}>
        <Suspense fallback={<p>coming</p>}>
          <InFile />
        </Suspense>
      </ErrorBoundary>,
    )
    await act(() => vi.advanceTimersByTimeAsync(19_999))
    expect(screen.getByText('coming')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByText('not there')).toBeDefined()
    vi.useRealTimers()
  })

  test('that is prefetched renders at once, and a failed prefetch leaves no trace', async () => {
    const { InFile, draw, asked, let: arrive } = file()
    await InFile.prefetch()
    arrive()
    await InFile.prefetch()
    expect(asked()).toBe(2)
    draw()
    expect(screen.getByText('Here is Ann')).toBeDefined()
  })
})

describe('without configuration', () => {
  const without = (
    variableOf: (key: string) => string,
    configured: readonly string[],
  ): Record<string, string> =>
    Object.fromEntries(
      datasetKeys.filter((key) => !configured.includes(key)).map((key) => [variableOf(key), '']),
    )

  const tool = (name: string) => within(screen.getByRole('navigation', { name: 'Tools' })).queryByText(name)

  test('a dashboard that is not configured has no page and no entry, and an empty folder is hidden', async () => {
    const settings = without(dashboardVariable, ['home', 'rwa'])
    const { goTo } = await renderWithApp(<Portal />, { settings, signedIn: true })
    await screen.findByRole('heading', { level: 1, name: 'Assay' })
    expect(screen.queryByText('Stablecoins')).toBeNull()
    expect(screen.queryByText('DeFi')).toBeNull()
    screen.getByText('On-chain')
    goTo('/datasets/stablecoins')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  })

  test('a page without a worksheet has no Deep Research panel, and its entry links to the Deep Research page', async () => {
    const settings = without(sourceVariable, ['rwa'])
    const { goTo } = await renderWithApp(<Portal />, { settings, signedIn: true })
    await waitFor(() =>
      expect(tool('Deep Research')?.closest('a')?.getAttribute('href')).toBe('/deep-research'),
    )
    goTo('/datasets/rwa')
    await waitFor(() => expect(tool('Deep Research')?.closest('button')).not.toBeNull())
  })

  test('without any worksheet, Deep Research is not offered', async () => {
    const settings = without(sourceVariable, [])
    const { goTo, board } = await renderWithApp(<Portal />, { settings, signedIn: true })
    await waitFor(() => expect(tool('Saved Dashboards')).not.toBeNull())
    expect(tool('Deep Research')).toBeNull()
    await waitFor(() => expect(board().shown.at(-1)?.appearance.deepResearch).toBe(false))
    goTo('/deep-research')
    await screen.findByRole('heading', { level: 1, name: 'Deep Research is off' })
  })
})
